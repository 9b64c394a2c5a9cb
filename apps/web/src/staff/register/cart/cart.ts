import { limits } from '@shirogane/contract/rules/limits'
import { silverPrice } from '@shirogane/domain/money/money'
import { priceSale } from '@shirogane/contract/rules/pricing'
import type { PricedLine } from '@shirogane/contract/rules/pricing'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import type { FoundSku, Sku, SkuSilver } from '@shirogane/contract/resources/brand/skus'
import type { PayBody } from '@shirogane/contract/transactions/pay'

/** An article as it comes into the cart: found with its stock, or from a list that knows none. */
export type Article = Sku & Partial<Pick<FoundSku, 'stock'>>

export type Line = {
  /** One line per article, and one per typed amount. */
  key: string
  /** Null for a line that was typed as an amount. */
  sku_id: string | null
  sku: string | null
  name: string
  unit_price: number
  quantity: number
  /** Basis points: 1000 is 10%. */
  tax_rate: number
  picture: Sku['picture'] | null
  /** Where its small photograph is; null where the drawing stands for it. */
  photo: string | null
  /** Bought from a customer before: the ledger of second-hand articles asks who buys it. */
  piece: boolean
  /** What is taken off this line, and why. */
  discount: Discount | null
  /** A word about the line. */
  note: string | null
  /** What its price is made of, for an article that is sold by weight. */
  silver: SkuSilver | null
  /** What this piece weighs, where it is weighed at the register. */
  weight_mg: number | null
  /** How many the shop had to sell when it came into the cart; null without a stock. The server counts for itself. */
  stock: number | null
}

/** A line as it was before it knew of discounts and weights: a cart on a device outlives an update of the app. */
export type OlderLine = Omit<Line, keyof typeof plain> & Partial<Line>
export const wholeLine = (line: OlderLine): Line => ({
  ...plain,
  ...line,
})
const plain = {
  photo: null,
  piece: false,
  discount: null,
  note: null,
  silver: null,
  weight_mg: null,
  stock: null,
} as const

/** What a typed amount is taxed at; the catalogue alone knows other rates. */
const standardTaxRate = 1_000

export type Totals = {
  /** Before anything is taken off. */
  gross: number
  /** Everything that is taken off. */
  discount: number
  total: number
  /** How many different lines. */
  kinds: number
  /** How many pieces. */
  pieces: number
  /** In the order of the cart. */
  lines: readonly PricedLine[]
}

export type Cart = { lines: readonly Line[]; discount: Discount | null }

/** What the cart costs, by the rule of the server. */
export function totalsOf({ lines, discount }: Cart): Totals {
  const priced = priceSale(lines, discount) ?? priceSale(lines.map(withoutDiscount), null)
  if (priced === null) throw new Error('a cart without discounts always has a price')
  return {
    gross: priced.gross,
    discount: priced.discount,
    total: priced.total,
    kinds: lines.length,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: priced.lines,
  }
}

const withoutDiscount = (line: Line): Line => ({ ...line, discount: null })

/** After the cart has shrunk, an amount that is taken off is at most what is left to take it off. */
export function fitDiscounts({ lines, discount }: Cart): Cart {
  const fitted = lines.map((line) => {
    const gross = line.unit_price * line.quantity
    const { discount: own } = line
    return own?.kind === 'yen' && own.value > gross ? { ...line, discount: { ...own, value: gross } } : line
  })
  const net = totalsOf({ lines: fitted, discount: null }).total
  if (discount?.kind !== 'yen' || discount.value <= net) return { lines: fitted, discount }
  return { lines: fitted, discount: net === 0 ? null : { ...discount, value: net } }
}

function capQuantity(quantity: number): number {
  return Math.max(1, Math.min(limits.quantityMax, Math.trunc(quantity)))
}

/** What one piece costs now. A weighed one costs what its weight makes of it. */
function priceOf(sku: Sku, weight_mg: number | null): number {
  if (sku.silver === null) return sku.price
  return silverPrice({ ...sku.silver, ...(weight_mg !== null && { weight_mg }) })
}

/** An article that is weighed: every piece is a line of its own. */
export function addWeighed(lines: readonly Line[], key: string, sku: Article, weight_mg: number): Line[] {
  if (lines.length >= limits.itemsMax) return [...lines]
  return [...lines, { ...lineOf(sku, weight_mg), key, weight_mg }]
}

function lineOf(sku: Article, weight_mg: number | null = null): Line {
  return {
    ...plain,
    key: sku.id,
    sku_id: sku.id,
    sku: sku.sku,
    name: sku.name,
    unit_price: priceOf(sku, weight_mg),
    quantity: 1,
    tax_rate: sku.tax_rate,
    picture: sku.picture,
    // A catalogue that was kept before there were photographs knows of none.
    photo: (sku.photo as Sku['photo'] | undefined)?.tile ?? null,
    piece: sku.piece,
    silver: sku.silver,
    stock: sku.stock?.available ?? null,
  }
}

/** The same article again makes one more piece of its line. */
export function addSku(lines: readonly Line[], sku: Article): Line[] {
  const there = lines.find((line) => line.sku_id === sku.id)
  if (there) return setQuantity(lines, there.key, there.quantity + 1)
  if (lines.length >= limits.itemsMax) return [...lines]
  return [...lines, lineOf(sku)]
}

export function addAmount(
  lines: readonly Line[],
  key: string,
  name: string,
  unit_price: number,
  quantity: number,
  tax_rate: number = standardTaxRate,
): Line[] {
  if (lines.length >= limits.itemsMax) return [...lines]
  return [
    ...lines,
    {
      key,
      sku_id: null,
      sku: null,
      name,
      unit_price,
      quantity: capQuantity(quantity),
      tax_rate,
      picture: null,
      ...plain,
    },
  ]
}

export function setQuantity(lines: readonly Line[], key: string, quantity: number): Line[] {
  return lines.map((line) => (line.key === key ? { ...line, quantity: capQuantity(quantity) } : line))
}

export function removeLine(lines: readonly Line[], key: string): Line[] {
  return lines.filter((line) => line.key !== key)
}

/** Puts a removed line back where it was, unless its article has been scanned again meanwhile: then the pieces add up. */
export function restoreLine(lines: readonly Line[], line: Line, index: number): Line[] {
  const there = lines.find((other) => other.key === line.key)
  if (there) return setQuantity(lines, line.key, there.quantity + line.quantity)
  return [...lines.slice(0, index), line, ...lines.slice(index)]
}

/** What a person may change of a line: its discount, its note, its weight, and of a typed amount its price and rate. */
export type LineChange = Partial<
  Pick<Line, 'quantity' | 'discount' | 'note' | 'weight_mg' | 'unit_price' | 'tax_rate'>
>

export function changeLine(lines: readonly Line[], key: string, change: LineChange): Line[] {
  return lines.map((line) => {
    if (line.key !== key) return line
    const next = { ...line, ...change, quantity: capQuantity(change.quantity ?? line.quantity) }
    if (line.silver === null || next.weight_mg === null) return next
    return { ...next, unit_price: silverPrice({ ...line.silver, weight_mg: next.weight_mg }) }
  })
}

/** The lines at the catalogue's prices of now; what is not sold any more goes. */
export function repriceLines(lines: readonly Line[], skus: readonly Sku[]): Line[] {
  return lines.flatMap((line) => {
    if (line.sku_id === null) return [line]
    const sku = skus.find(({ id }) => id === line.sku_id)
    if (sku === undefined) return [line]
    if (!sku.active) return []
    const { name, tax_rate, silver, unit_price } = lineOf(sku, line.weight_mg)
    return [{ ...line, name, tax_rate, silver, unit_price }]
  })
}

/** The lines of a cart that was put aside, as the server answers it. */
export function linesFrom(
  items: NonNullable<PayBody['items']>,
  skus: readonly Sku[],
  newId: () => string,
): Line[] {
  let lines: Line[] = []
  for (const item of items) {
    const extras = { discount: item.discount ?? null, note: item.note ?? null }
    if (!('sku_id' in item)) {
      const { name, unit_price, quantity, tax_rate } = item
      lines = addAmount(lines, newId(), name, unit_price, quantity, tax_rate)
    } else {
      const sku = skus.find(({ id }) => id === item.sku_id)
      if (sku === undefined) continue
      const weight_mg = item.weight_mg ?? null
      lines = weight_mg === null ? addSku(lines, sku) : addWeighed(lines, newId(), sku, weight_mg)
    }
    const key = lines.at(-1)?.key
    if (key !== undefined) lines = changeLine(lines, key, { ...extras, quantity: item.quantity })
  }
  return lines
}

/** What the server is told: articles without a price, because the price is the server's. */
export function itemsOf(lines: readonly Line[]): NonNullable<PayBody['items']> {
  return lines.map((line) => {
    const extras = {
      ...(line.discount !== null && { discount: line.discount }),
      ...(line.note !== null && { note: line.note }),
    }
    if (line.sku_id !== null) {
      const weighed = line.weight_mg !== null && { weight_mg: line.weight_mg }
      return { sku_id: line.sku_id, quantity: line.quantity, ...weighed, ...extras }
    }
    const reduced = line.tax_rate !== standardTaxRate && { tax_rate: 800 as const }
    return { name: line.name, unit_price: line.unit_price, quantity: line.quantity, ...reduced, ...extras }
  })
}

/** The cart as the server is told it. */
export function cartOf({
  lines,
  discount,
}: Cart): Pick<PayBody, 'discount'> & { items: NonNullable<PayBody['items']> } {
  return { items: itemsOf(lines), ...(discount !== null && { discount }) }
}
