import { moneyTenders } from '@shirogane/domain/sales/tenders'
import { tenderNames } from '@shirogane/contract/terms/tender-words'
import { grouped } from '@shirogane/contract/rules/digits'
import {
  chargeNote,
  dueWord,
  isComing,
  openDay,
  openDayWord,
  receiptDay,
  receiptTime,
  receiptWords,
  owedWord,
  reducedNote,
  returnTerms,
  taxWords,
  tenderWord,
  totalWord,
  tenderWords,
  yenMark,
} from '@shirogane/receipt/words'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import { pt, yen } from '../../lib/amounts-text.ts'
import { refundText } from '../../lib/refund-text.ts'

/** What stands of money in the mails: a line of item and value for each thing that a reader may want to check. */

/** Yen by the way in which they came or went. */
type Ways = Readonly<Record<(typeof moneyTenders)[number], number>>

function namedWays(ways: Ways, deferredWord: string): (readonly [name: string, amount: number])[] {
  return moneyTenders
    .filter((tender) => ways[tender] > 0)
    .map((tender) => [tender === 'later' ? deferredWord : tenderNames[tender], ways[tender]])
}

export type PaidBill = {
  number: string
  at: string
  store: string | null
  /** Before points. */
  articles: number
  points_used: number
  /** Points lower the price unless they are a way to pay. */
  points_as?: 'discount' | 'payment'
  tax: readonly { rate: number; taxable: number; tax: number }[]
  tenders: Ways
  /** Of what was deferred: until when it is to be paid, and what is owed with it. */
  later?: { due_on: string; owed_after: number | null } | null
  points_received: number
  points_after: number | null
}

export type RefundedBill = {
  number: string
  at: string
  store: string | null
  /** Nothing went back: all of it was still owed. */
  debt_alone: boolean
  /** Of the bill, points included. */
  total: number
  tax: readonly { rate: number; taxable: number; tax: number }[]
  ways: Ways
  points_returned: number
  points_reclaimed: number
  points_deducted: number
  points_after: number | null
  reason: string | null
}

function taxesOf(tax: RefundedBill['tax']): string {
  return tax
    .map(({ rate, taxable, tax: part }) => `${rate / 100}%対象 ${yen(taxable)}・内消費税 ${yen(part)}`)
    .join('、')
}

export function refundedBillOf(refunded: RefundedBill): readonly (readonly [item: string, value: string])[] {
  const taxes = taxesOf(refunded.tax)
  const ways = namedWays(refunded.ways, tenderWord('return', 'later'))
  const lines: (readonly [item: string, value: string] | false)[] = [
    ['取引番号', refunded.number],
    ['日時', receiptTime(refunded.at)],
    refunded.store !== null && ['店舗', refunded.store],
    [
      refunded.debt_alone ? '返品対象' : '返金対象',
      taxes === '' ? yen(refunded.total) : `${yen(refunded.total)}（${taxes}）`,
    ],
    ways.length > 0 && [
      refunded.debt_alone ? '内訳' : '返金先',
      ways.map(([name, amount]) => `${name} ${yen(amount)}`).join('／'),
    ],
    refunded.points_returned > 0 && ['戻ったポイント', pt(refunded.points_returned)],
    refunded.points_reclaimed > 0 && ['取り消した付与ポイント', pt(refunded.points_reclaimed)],
    refunded.points_deducted > 0 && ['付与ポイント不足分', `-${yen(refunded.points_deducted)}`],
    refunded.points_after !== null && ['ポイント残高', pt(refunded.points_after)],
    refunded.reason !== null && ['理由', refunded.reason],
  ]
  return lines.filter((line) => line !== false)
}

/** Everything that stands on the paper and the law asks for, line by line. */
export function receiptDetails(content: ReceiptContent): readonly (readonly [item: string, value: string])[] {
  const { issuer, original, kind, member } = content
  const sign = isComing(kind) ? 1 : -1
  const day = openDay(content)
  const lines: (readonly [item: string, value: string] | false)[] = [
    ['発行者', `${issuer.company} ${issuer.brand} ${issuer.store_name}`],
    ['登録番号', issuer.registration_no],
    [receiptWords.dates[kind], receiptTime(content.at)],
    day !== null && [openDayWord, day],
    ['取引番号', content.number],
    original !== null && ['元の取引', `${receiptTime(original.at)} ${original.number}`],
    content.reason !== null && ['理由', content.reason],
    ...content.lines.map(
      (line) =>
        [
          `${line.tax_rate === 800 ? '※' : ''}${line.name}`,
          line.amount_only
            ? yenMark(sign * line.subtotal)
            : `${grouped(line.quantity)}点 ${yenMark(sign * (kind === 'sale' ? line.unit_price * line.quantity : line.subtotal))}`,
        ] as const,
    ),
    content.discount > 0 && ['値引き', yenMark(-sign * content.discount)],
    content.points_as === 'discount' &&
      content.points > 0 && ['ポイント値引', yenMark(-sign * content.points)],
    [totalWord(content), yenMark(sign * content.total)],
    ...content.tax.map(
      ({ rate, taxable, tax }) => ['税率ごとの合計', taxWords(rate, sign * taxable, sign * tax)] as const,
    ),
    content.lines.some(({ tax_rate }) => tax_rate === 800) && ['注記', reducedNote],
    ...content.tenders.map((tender) => [tenderWord(kind, tender.kind), yenMark(tender.amount)] as const),
    content.due_on !== undefined && [dueWord, receiptDay(content.due_on)],
    content.owed_after !== undefined && [owedWord(kind), yenMark(content.owed_after)],
    content.points_deducted > 0 && ['付与ポイント不足分', yenMark(-content.points_deducted)],
    content.cash_tendered !== null && [
      'お預り・お釣り',
      `${yenMark(content.cash_tendered)}・${yenMark(content.change ?? 0)}`,
    ],
    kind === 'charge' && ['注記', chargeNote],
    member !== null &&
      kind !== 'charge' && [isComing(kind) ? '今回付与' : '付与の取り消し', pt(member.points_earned)],
    member?.point_balance != null && ['ポイント残高', pt(member.point_balance)],
    content.return_days !== undefined && ['注記', returnTerms(content.return_days)],
  ]
  return lines.filter((line) => line !== false)
}

export function billOf(paid: PaidBill): readonly (readonly [item: string, value: string])[] {
  const taxes = taxesOf(paid.tax)
  const arePaid = paid.points_as === 'payment'
  const total = yen(arePaid ? paid.articles : paid.articles - paid.points_used)
  const tenders = [
    ...(arePaid && paid.points_used > 0 ? [[tenderWords.points, paid.points_used] as const] : []),
    ...namedWays(paid.tenders, tenderWord('sale', 'later')),
  ]
  return [
    ['取引番号', paid.number],
    ['日時', receiptTime(paid.at)],
    ...(paid.store === null ? [] : [['店舗', paid.store] as const]),
    ...(paid.points_used > 0 && !arePaid
      ? [['商品合計', yen(paid.articles)] as const, ['ポイント値引', pt(paid.points_used)] as const]
      : []),
    ['合計', taxes === '' ? total : `${total}（${taxes}）`],
    ...(tenders.length > 0
      ? [['内訳', tenders.map(([name, amount]) => `${name} ${yen(amount)}`).join('／')] as const]
      : []),
    ...(paid.later ? [[dueWord, receiptDay(paid.later.due_on)] as const] : []),
    ...(paid.later && paid.later.owed_after !== null
      ? [[owedWord('sale'), yen(paid.later.owed_after)] as const]
      : []),
    ['今回付与', pt(paid.points_received)],
    ...(paid.points_after === null ? [] : [['ポイント残高', pt(paid.points_after)] as const]),
  ]
}

/** What happened, in one sentence. */
export const refundedText = ({ ways, points_returned, points_deducted }: RefundedBill): string =>
  refundText({ ...ways, points: points_returned, deducted: points_deducted })
