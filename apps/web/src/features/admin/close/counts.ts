import { cashPieces, type CashPiece } from '@shirogane/contract/day-words'

/** How many of each piece stand in the drawer, by what each is worth. */
export type Counts = Record<CashPiece, number>

export const noCounts: Counts = Object.fromEntries(cashPieces.map((piece) => [piece, 0])) as Counts

export function sumOf(counts: Counts): number {
  return cashPieces.reduce((sum, piece) => sum + piece * counts[piece], 0)
}

/** What was typed or tapped, as a number of pieces: at most five digits, and nothing but digits. */
export function piecesFrom(typed: string): number {
  const digits = typed.normalize('NFKC').replace(/\D/g, '').slice(0, 5)
  return digits === '' ? 0 : Number.parseInt(digits, 10)
}

/** Whole yen from what was typed. */
export function yenFrom(typed: string): number {
  const digits = typed.normalize('NFKC').replace(/\D/g, '').slice(0, 9)
  return digits === '' ? 0 : Number.parseInt(digits, 10)
}
