import { limits } from '@shirogane/contract/limits'
import type { Sku } from '@shirogane/contract/skus'
import type { PayBody } from '@shirogane/contract/transactions'

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
}

/** What a typed amount is taxed at; the catalogue alone knows other rates. */
const standardTaxRate = 1_000

export type Totals = {
  total: number
  /** How many different lines, 品. */
  kinds: number
  /** How many pieces, 点. */
  pieces: number
}

export function totalsOf(lines: readonly Line[]): Totals {
  let total = 0
  let pieces = 0
  for (const line of lines) {
    total += line.unit_price * line.quantity
    pieces += line.quantity
  }
  return { total, kinds: lines.length, pieces }
}

function capQuantity(quantity: number): number {
  return Math.max(1, Math.min(limits.quantityMax, Math.trunc(quantity)))
}

/** The same article again makes one more piece of its line. */
export function addSku(lines: readonly Line[], sku: Sku): Line[] {
  const there = lines.find((line) => line.sku_id === sku.id)
  if (there) return setQuantity(lines, there.key, there.quantity + 1)
  if (lines.length >= limits.itemsMax) return [...lines]
  return [
    ...lines,
    {
      key: sku.id,
      sku_id: sku.id,
      sku: sku.sku,
      name: sku.name,
      unit_price: sku.price,
      quantity: 1,
      tax_rate: sku.tax_rate,
      picture: sku.picture,
    },
  ]
}

export function addAmount(
  lines: readonly Line[],
  key: string,
  name: string,
  unit_price: number,
  quantity: number,
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
      tax_rate: standardTaxRate,
      picture: null,
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

/** What the server is told: articles without a price, because the price is the server's. */
export function itemsOf(lines: readonly Line[]): NonNullable<PayBody['items']> {
  return lines.map((line) =>
    line.sku_id === null
      ? { name: line.name, unit_price: line.unit_price, quantity: line.quantity }
      : { sku_id: line.sku_id, quantity: line.quantity },
  )
}
