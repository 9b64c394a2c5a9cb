import { spread } from '../money/spread.ts'
import { type ByTender, type Columns, columnsOf, eachOf, type Tender, allTenders } from '../sales/tenders.ts'
import type { RefundFacts, RefundWish, SoldLine } from './facts.ts'
import type { Refusal } from './refusals.ts'

/** One line of a sale: what has gone back of it, what can, and what this refund brings back, in pieces and yen. */
export type PlannedLine = Omit<SoldLine, 'shares' | 'gone'> & {
  refunded_quantity: number
  refundable_quantity: number
  refunded: number
  refundable: number
  back_quantity: number
  back: number
} & Columns<'back', Tender>

type Rest = { sold: SoldLine; pieces: number; yen: number; by: ByTender }

/** Divides what is asked for over the lines of the sale, and each line's part over the tenders that paid it, to the yen. */
export function splitLines(facts: RefundFacts, wish: RefundWish): PlannedLine[] | Refusal {
  const rests = restOf(facts)
  const asked = portionsOf(rests, wish)
  if (!Array.isArray(asked)) return asked
  return rests.map(({ sold, pieces, yen, by }, place) => {
    const portion = asked[place]!
    const parts = spread(
      portion.yen,
      allTenders.map((tender) => by[tender]),
    )
    const { shares: _, gone: __, ...line } = sold
    return {
      ...line,
      refunded_quantity: sold.quantity - pieces,
      refundable_quantity: pieces,
      refunded: sold.subtotal - yen,
      refundable: yen,
      back_quantity: wish.amount === null ? portion.pieces : 0,
      back: portion.yen,
      ...columnsOf('back', allTenders, (_tender, of) => parts[of]!),
    }
  })
}

function restOf({ lines, sale }: RefundFacts): Rest[] {
  const byHand = correctedShares(lines, sale.corrected_card)
  return lines.map((sold, place) => {
    const shares = { ...sold.shares, ...byHand[place] }
    const by = eachOf(allTenders, (tender) => shares[tender] - sold.gone[tender])
    return { sold, pieces: sold.quantity - sold.gone.quantity, yen: sold.subtotal - sold.gone.subtotal, by }
  })
}

/** Cash and card of each line as a correction found them: the lines themselves keep what was posted. */
function correctedShares(
  lines: readonly SoldLine[],
  card: number | null,
): readonly ({ cash: number; card: number } | undefined)[] {
  if (card === null) return []
  const hands = lines.map(({ shares }) => shares.cash + shares.card)
  return spread(card, hands).map((part, place) => ({ cash: hands[place]! - part, card: part }))
}

type Portion = { pieces: number; yen: number }

function portionsOf(rests: readonly Rest[], { items, amount }: RefundWish): Portion[] | Refusal {
  if (items !== null) return piecesOf(rests, items)
  if (amount === null) return rests.map(({ pieces, yen }) => ({ pieces, yen }))
  const left = rests.reduce((sum, { yen }) => sum + yen, 0)
  if (amount > left) return { code: 'REFUND_EXCEEDS', n: left }
  return spread(
    amount,
    rests.map(({ yen }) => yen),
  ).map((yen) => ({ pieces: 0, yen }))
}

/** The yen of so many pieces of a line: their part of what is left of it, so that the last piece brings back the rest. */
function piecesOf(
  rests: readonly Rest[],
  items: readonly { line: number; quantity: number }[],
): Portion[] | Refusal {
  const portions = rests.map(() => ({ pieces: 0, yen: 0 }))
  const byLine = new Map<number, number>()
  for (const { line, quantity } of items) byLine.set(line, (byLine.get(line) ?? 0) + quantity)
  for (const [line, pieces] of [...byLine].toSorted(([a], [b]) => a - b)) {
    const place = rests.findIndex(({ sold }) => sold.line === line)
    const rest = rests[place]
    if (!rest) return { code: 'REFUND_LINE_UNKNOWN' }
    // What was given away, or what all money has come back of, still comes back itself: for nothing.
    if (rest.pieces === 0) return { code: 'ALREADY_REFUNDED' }
    if (pieces < 1 || pieces > rest.pieces) return { code: 'REFUND_EXCEEDS', n: rest.yen }
    portions[place] = { pieces, yen: spread(rest.yen, [pieces, rest.pieces - pieces])[0]! }
  }
  return portions
}
