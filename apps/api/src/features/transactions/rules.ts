import type { ErrorCode } from '@shirogane/contract/errors'
import { limits } from '@shirogane/contract/limits'
import type { PayBody } from '@shirogane/contract/transactions'
import type { SaleLine, SaleTenders } from '@shirogane/ledger'

/** An article as the catalogue prices it at this moment. */
export type PricedSku = {
  id: string
  sku: string
  name: string
  price: number
  tax_rate_bp: number
  active: boolean
}

export type Refusal = { code: ErrorCode }

/** The line that a bare amount becomes. */
const anyGoods = '雑貨'
const standardRateBp = 1_000

/** What a till asked to sell: its items, or a bare amount as one line. */
export function itemsOf({ items, amount }: Pick<PayBody, 'items' | 'amount'>): NonNullable<PayBody['items']> {
  return items ?? (amount === undefined ? [] : [{ name: anyGoods, unit_price: amount, quantity: 1 }])
}

/** The lines of a sale at the catalogue's prices: whatever a till believed them to be does not count. */
export function linesOf(
  asked: Pick<PayBody, 'items' | 'amount'>,
  skuOf: (id: string) => PricedSku | undefined,
): SaleLine[] | Refusal {
  const lines: SaleLine[] = []
  for (const item of itemsOf(asked)) {
    const sku = 'sku_id' in item ? skuOf(item.sku_id) : undefined
    if ('sku_id' in item && !sku) return { code: 'SKU_NOT_FOUND' }
    if (sku && !sku.active) return { code: 'SKU_INACTIVE' }
    const unit_price = 'unit_price' in item ? item.unit_price : sku!.price
    lines.push({
      line: lines.length + 1,
      sku_id: sku?.id ?? null,
      sku: sku?.sku ?? null,
      name: 'name' in item ? item.name : sku!.name,
      quantity: item.quantity,
      unit_price,
      discount: 0,
      subtotal: unit_price * item.quantity,
      tax_rate_bp: sku?.tax_rate_bp ?? standardRateBp,
    })
  }
  if (totalOf(lines) > limits.amountMax) return { code: 'AMOUNT_INVALID' }
  return lines
}

export function totalOf(lines: readonly SaleLine[]): number {
  return lines.reduce((sum, line) => sum + line.subtotal, 0)
}

export type Settlement = { tenders: SaleTenders; cash_tendered: number | null }

/** Do these tenders pay this total, to the yen? Change is what was handed over beyond the cash part of the bill. */
export function settlementOf(
  total: number,
  asked: Pick<PayBody, 'tenders' | 'cash_tendered'>,
  hasMember: boolean,
): Settlement | Refusal {
  const { points = 0, balance = 0, cash = 0, card = 0, later = 0 } = asked.tenders ?? {}
  if (total < 1) return { code: 'AMOUNT_INVALID' }
  if (later > 0) return { code: 'LATER_UNAVAILABLE' }
  if (!hasMember && (points > 0 || balance > 0)) return { code: 'MEMBER_REQUIRED' }
  if (points + balance + cash + card !== total) return { code: 'TENDERS_MISMATCH' }
  if (asked.cash_tendered !== undefined && asked.cash_tendered < cash) return { code: 'TENDERED_SHORT' }
  return {
    tenders: { points, balance, cash, card, later },
    cash_tendered: cash > 0 ? (asked.cash_tendered ?? cash) : null,
  }
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value
}
