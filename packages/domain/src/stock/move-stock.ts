import { type AccessFacts, hasRight, isEntitled, reachesShop } from '../access/people.ts'
import type { Refusal } from '../movements/movement.ts'
import { type Counted, countAgain, type LookedAt, sumLooks } from './count-stock.ts'
import { type Article, emptyLevel, type Level, refuseArticles } from './shelf.ts'

export type StockKind =
  | 'opening'
  | 'receive'
  | 'adjust'
  | 'dispose'
  | 'inspect'
  | 'count'
  | 'transfer'
  | 'arrival'
  | 'recall'

export type StockLine = {
  sku_id: string
  /** With its sign in a correction; what was counted in a count; else what is received, taken or sent. */
  quantity: number
  /** Where it comes to, or what it is taken from; the shelf without it. */
  place?: 'shelf' | 'hold' | 'damaged' | undefined
  /** What the slip said. */
  planned?: number | null | undefined
  /** What the shelf held when the caller looked: refused when it has changed since. */
  expected?: number | undefined
}

/** What is asked. The lines of a posted count are what was counted, and those of a recall what was sent. */
export type StockWish = {
  kind: StockKind
  to_store_id?: string | null
  /** The count whose result is posted. */
  count_id?: string | null
  /** By the ledger of second-hand articles. */
  piece?: true
  /** The second person who agreed to it. */
  approved_by?: string | null
  lines?: readonly StockLine[]
}

/** Everything that an act of staff on stock is decided by. */
export type StockFacts = {
  /** Of a transfer's end the shop is the one at that end, null where there is no such transfer. */
  access: AccessFacts
  sells_below_zero: boolean
  /** Where it is sent is a shop that is open; true where nothing is sent. */
  is_destination_open: boolean
  /** What was sent, where an arrival or a recall ends it. */
  transfer: { has_ended: boolean; lines: readonly { sku_id: string; quantity: number }[] } | null
  /** A count runs in the shop. */
  is_counting: boolean
  /** The shop has booked this slip of this supplier before. */
  is_slip_booked: boolean
  /** The articles that were counted; null where no such count of the shop waits for its result. */
  counted: readonly (LookedAt & { sku_id: string })[] | null
  /** Of the articles that it is about, those that there are. */
  articles: readonly Article[]
  /** So many pieces register staff may correct without a second person. */
  adjust_max: number
}

/** What a document says. `quantity` is what moves. */
type DocumentLine = {
  sku_id: string
  place: 'shelf' | 'hold' | 'damaged'
  planned: number | null
  quantity: number
}

type CountedArticle = Counted & { sku_id: string }

type Code =
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'TRANSFER_ENDED'
  | 'TRANSFER_SAME_STORE'
  | 'STOCKTAKE_IN_PROGRESS'
  | 'DELIVERY_BOOKED'
  | 'STOCKTAKE_STATE'
  | 'TRANSFER_LINES'
  | 'STOCKTAKE_EMPTY'
  | 'SKU_NOT_FOUND'
  | 'SKU_NOT_STOCKED'
  | 'STOCK_OF_BUYBACK'
  | 'STOCKTAKE_AGAIN'
  | 'CONFLICT'
  | 'STOCK_SHORTAGE'
  | 'APPROVAL_REQUIRED'

/** The lines of the document, and the articles of which it is the first act: they have a stock from then on. */
export type StockPlan = { code: null; lines: DocumentLine[]; opens: string[] }

/** The result of a count that several people made over some time, and not one figure that is counted at once. */
const isResult = ({ count_id }: StockWish): boolean => (count_id ?? null) !== null

const endsTransfer = (kind: StockKind): boolean => kind === 'arrival' || kind === 'recall'

/** Who asks, where, and whether it is the moment for it. */
function refuseAct(facts: StockFacts, wish: StockWish): Refusal<Code> | null {
  const { access } = facts
  const { actor, store_id } = access
  if (!isEntitled(access, 'stock.receive') || (isResult(wish) && !hasRight(actor, 'stock.count')))
    return { code: 'FORBIDDEN' }
  if (!reachesShop(access) || !facts.is_destination_open) return { code: 'NOT_FOUND' }
  if (facts.transfer?.has_ended) return { code: 'TRANSFER_ENDED' }
  if (wish.to_store_id === store_id) return { code: 'TRANSFER_SAME_STORE' }
  if (!isResult(wish) && facts.is_counting) return { code: 'STOCKTAKE_IN_PROGRESS' }
  if (facts.is_slip_booked) return { code: 'DELIVERY_BOOKED' }
  return isResult(wish) && facts.counted === null ? { code: 'STOCKTAKE_STATE' } : null
}

/** No more arrives than was sent, and of each article it is said how much came. */
function arrivedLines(sent: readonly StockLine[], came: readonly StockLine[]): StockLine[] | Refusal<Code> {
  const lines: StockLine[] = []
  for (const { sku_id, quantity: planned } of sent) {
    const quantity = came.find((line) => line.sku_id === sku_id)?.quantity
    if (quantity === undefined || quantity > planned) return { code: 'TRANSFER_LINES' }
    lines.push({ sku_id, planned, quantity })
  }
  return lines
}

/** What was counted of each article. */
function sumCount({ counted }: StockFacts): CountedArticle[] {
  return (counted ?? []).flatMap(({ sku_id, ...looked }) => {
    const sum = sumLooks(looked)
    return sum === null ? [] : { sku_id, ...sum }
  })
}

/** What is asked for, before the books are looked at. */
function askedLines(
  { transfer }: StockFacts,
  wish: StockWish,
  counted: readonly CountedArticle[],
): readonly StockLine[] | Refusal<Code> {
  const { kind, lines = [] } = wish
  if (kind === 'recall') return transfer?.lines ?? []
  if (kind === 'arrival') return arrivedLines(transfer?.lines ?? [], lines)
  if (!isResult(wish)) return lines
  return counted.length === 0
    ? { code: 'STOCKTAKE_EMPTY' }
    : counted.map(({ sku_id, counted: quantity }) => ({ sku_id, quantity }))
}

/**
 * A count says what is there and not what is missing: it becomes the difference to what the books said when it was
 * counted, so that the pieces sold since stay sold.
 */
function withDifferences(
  lines: readonly StockLine[],
  levels: ReadonlyMap<string, Level>,
  counted: readonly CountedArticle[],
): readonly StockLine[] {
  const books = new Map(counted.map(({ sku_id, book }) => [sku_id, book]))
  return lines.map((line) => {
    const planned = books.get(line.sku_id) ?? levels.get(line.sku_id)!.shelf
    return { ...line, planned, quantity: line.quantity - planned }
  })
}

/** How many pieces there are of what a line takes; null where nothing stands against it. */
function roomOf(
  { kind }: StockWish,
  { place }: StockLine,
  { level, is_bought }: Article,
  sellsBelowZero: boolean,
): number | null {
  const { shelf, hold, damaged, promised } = level ?? emptyLevel
  if (kind === 'receive' || kind === 'opening' || endsTransfer(kind)) return null
  if (kind === 'inspect') return hold
  if (kind === 'transfer') return shelf - promised
  if (place === 'damaged') return damaged
  if (place === 'hold') return hold
  return sellsBelowZero && !is_bought ? null : shelf
}

/** The first line that takes more than there is, or that was asked of a shelf that has changed since. */
function refuseLine(
  lines: readonly StockLine[],
  articles: ReadonlyMap<string, Article>,
  { sells_below_zero }: StockFacts,
  wish: StockWish,
): Refusal<Code> | null {
  const isSigned = wish.kind === 'adjust' || wish.kind === 'count'
  for (const line of lines) {
    const article = articles.get(line.sku_id)!
    const { shelf } = article.level ?? emptyLevel
    if (line.expected !== undefined && line.expected !== shelf) return { code: 'CONFLICT' }
    const wanted = isSigned ? -line.quantity : line.quantity
    const has = roomOf(wish, line, article, sells_below_zero)
    if (has !== null && wanted > 0 && has < wanted) return { code: 'STOCK_SHORTAGE', n: Math.max(has, 0) }
  }
  return null
}

/** Register staff correct a few pieces at a time; more needs a second person. */
function refuseAlone(
  lines: readonly StockLine[],
  { access, adjust_max }: StockFacts,
  { kind, approved_by }: StockWish,
): Refusal<Code> | null {
  if (hasRight(access.actor, 'stock.count') || (approved_by ?? null) !== null) return null
  if (kind !== 'adjust' && kind !== 'dispose' && kind !== 'count') return null
  const pieces = lines.reduce((sum, { quantity }) => sum + Math.abs(quantity), 0)
  return pieces > adjust_max ? { code: 'APPROVAL_REQUIRED', n: pieces, again: true } : null
}

/**
 * Decides an act of staff on stock: a delivery, a correction, a disposal, an inspection, a transfer or its end, or a
 * count.
 */
export function moveStock(facts: StockFacts, wish: StockWish): StockPlan | Refusal<Code> {
  const refusal = refuseAct(facts, wish)
  if (refusal) return refusal
  const counted = sumCount(facts)
  const asked = askedLines(facts, wish, counted)
  if ('code' in asked) return asked

  const articles = new Map(facts.articles.map((article) => [article.sku_id, article]))
  const named = asked.map(({ sku_id }) => articles.get(sku_id))
  const unfit = refuseArticles(named)
  if (unfit) return unfit
  // What a shop bought from a person comes and goes by the ledger of second-hand articles alone.
  const isByHand = ['receive', 'opening', 'dispose'].includes(wish.kind) && !wish.piece
  if (isByHand && named.some((article) => article?.is_bought)) return { code: 'STOCK_OF_BUYBACK' }

  const levels = new Map(facts.articles.map(({ sku_id, level }) => [sku_id, level ?? emptyLevel]))
  const again = isResult(wish) ? countAgain(counted, levels) : 0
  if (again > 0) return { code: 'STOCKTAKE_AGAIN', n: again }
  const lines = wish.kind === 'count' ? withDifferences(asked, levels, counted) : asked
  const refused = refuseLine(lines, articles, facts, wish) ?? refuseAlone(lines, facts, wish)
  if (refused) return refused
  return {
    code: null,
    lines: lines.map(({ sku_id, place, planned, quantity }) => ({
      sku_id,
      place: place ?? 'shelf',
      planned: planned ?? null,
      quantity,
    })),
    opens: named.flatMap((article) => (article?.level === null ? article.sku_id : [])),
  }
}
