import { cashPieces, type CashPiece } from '@shirogane/contract/day-words'
import { wholeFrom } from '@shirogane/ui/half-width-digits'

/** How many of each piece stand in the drawer, by what each is worth. */
export type Counts = Record<CashPiece, number>

export const noCounts: Counts = Object.fromEntries(cashPieces.map((piece) => [piece, 0])) as Counts

export function sumOf(counts: Counts): number {
  return cashPieces.reduce((sum, piece) => sum + piece * counts[piece], 0)
}

/** What was typed or tapped, as a number of pieces: at most five digits, and nothing but digits. */
export function piecesFrom(typed: string): number {
  return wholeFrom(typed, 5)
}

/** Whole yen from what was typed. */
export function yenFrom(typed: string): number {
  return wholeFrom(typed, 9)
}
