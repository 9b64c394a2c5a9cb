/** The notes and coins that a drawer is counted by, in yen. */
export const cashPieces = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1] as const
export type CashPiece = (typeof cashPieces)[number]

/** Pieces of each note and coin, by what one of them is worth: {"10000": 3, …}. */
export type CashCounts = Readonly<Record<string, number>>

const known = new Set(cashPieces.map(String))
const piecesMax = 99_999

/** What pieces of notes and coins come to; null where others are among them, or none are named. */
export function countCash(counts: CashCounts): number | null {
  const kinds = Object.entries(counts)
  const areKnown = kinds.every(
    ([piece, count]) => known.has(piece) && Number.isInteger(count) && count >= 0 && count <= piecesMax,
  )
  if (kinds.length === 0 || !areKnown) return null
  return kinds.reduce((sum, [piece, count]) => sum + Number(piece) * count, 0)
}

/** Whether two counts name the same pieces, and not only the same sum. */
export function areCountsEqual(one: CashCounts, other: CashCounts): boolean {
  const pieces = Object.keys(one)
  return pieces.length === Object.keys(other).length && pieces.every((piece) => one[piece] === other[piece])
}
