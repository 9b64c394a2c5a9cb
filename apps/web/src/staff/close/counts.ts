import { cashPieces, type CashPiece } from '@shirogane/domain/days/count-cash'

/** How many of each piece stand in the drawer, by what each is worth. */
export type Counts = Record<CashPiece, number>

export const noCounts: Counts = Object.fromEntries(cashPieces.map((piece) => [piece, 0])) as Counts

export function sumOf(counts: Counts): number {
  return cashPieces.reduce((sum, piece) => sum + piece * counts[piece], 0)
}

/** The most of one piece that a count holds. */
export const piecesMax = 99_999
/** The most yen that go into or out of a drawer at once, or stay in it for tomorrow. */
export const drawerYenMax = 999_999_999
