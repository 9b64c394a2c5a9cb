import { grouped } from '@shirogane/contract/rules/digits'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import {
  chargeNote,
  dueWord,
  isComing,
  isPaidIn,
  openDay,
  openDayWord,
  percent,
  receiptDay,
  receiptSubtitles,
  receiptTime,
  owedWord,
  receiptTitles,
  receiptWords,
  reducedNote,
  returnTerms,
  taxWords,
  tenderWord,
  totalWord,
  yenMark,
} from '../words.ts'
import { paperWords } from '../paper-words.ts'

/** What one line of a roll holds, for printers that are told dots and no words. */
export type Row =
  | { kind: 'text'; text: string; align: 'left' | 'centre' | 'right'; size: Size; bold?: true }
  | { kind: 'pair'; left: string; right: string; size: Size; bold?: true }
  | { kind: 'rule' }
  | { kind: 'bars'; number: string }
export type Size = 'small' | 'body' | 'large'

export type Marks = { isVoided: boolean; hasFormal: boolean; reissue: string | null }

const reducedRate = 800
const centre = (words: string, size: Size = 'body', bold?: true): Row => ({
  kind: 'text',
  text: words,
  align: 'centre',
  size,
  ...(bold && { bold }),
})
const left = (words: string, size: Size = 'body'): Row => ({ kind: 'text', text: words, align: 'left', size })
const pair = (label: string, value: string, size: Size = 'body', bold?: true): Row => ({
  kind: 'pair',
  left: label,
  right: value,
  size,
  ...(bold && { bold }),
})
const rule: Row = { kind: 'rule' }

/** The same paper as on the screen and in the file, row by row. */
export function rowsOf(content: ReceiptContent, marks: Marks): Row[] {
  const { issuer, kind, original, reason, lines, member } = content
  const isSale = kind === 'sale'
  const sign = isComing(kind) ? 1 : -1
  const subtitle = receiptSubtitles[kind]
  const day = openDay(content)
  const till = [
    content.register_number === null ? null : paperWords.register(content.register_number),
    content.employee_number === null ? null : paperWords.staff(content.employee_number),
  ].filter((part) => part !== null)
  const when = (condition: boolean, ...rows: Row[]): Row[] => (condition ? rows : [])
  return [
    centre(`${issuer.brand} ${issuer.store_name}`, 'large', true),
    centre(`${paperWords.postcode(issuer.postcode)} ${issuer.address}`, 'small'),
    centre(paperWords.phone(issuer.phone), 'small'),
    centre(issuer.company, 'small'),
    centre(paperWords.registration(issuer.registration_no), 'small'),
    centre(receiptTitles[kind], 'large', true),
    ...when(subtitle !== null, centre(`（${subtitle ?? ''}）`, 'small')),
    ...when(marks.isVoided, centre(paperWords.voided, 'body', true)),
    ...when(marks.hasFormal, centre(paperWords.hasFormal, 'body', true)),
    ...when(marks.reissue !== null, centre(marks.reissue ?? '', 'body', true)),
    rule,
    pair(receiptWords.dates[kind], receiptTime(content.at)),
    ...when(day !== null, pair(openDayWord, day ?? '')),
    ...when(till.length > 0, left(till.join(' / '))),
    pair(paperWords.number, content.number),
    ...(original === null
      ? []
      : [
          pair(paperWords.originalDate, receiptTime(original.at)),
          pair(paperWords.originalNumber, original.number),
        ]),
    ...when(reason !== null, pair(paperWords.reason, reason ?? '')),
    rule,
    ...lines.flatMap((line) => [
      left(`${line.tax_rate === reducedRate ? '※' : ''}${line.name}`),
      pair(
        isSale
          ? `　${paperWords.pieces(grouped(line.quantity), yenMark(line.unit_price))}`
          : `　${isPaidIn(kind) ? receiptWords.paid[kind] : line.amount_only ? paperWords.amountOnly : paperWords.piecesAlone(grouped(line.quantity))}`,
        yenMark(isSale ? line.unit_price * line.quantity : sign * line.subtotal),
      ),
    ]),
    rule,
    ...when(!isPaidIn(kind), pair(paperWords.subtotal, yenMark(sign * content.subtotal))),
    ...when(content.discount > 0, pair(paperWords.discount, yenMark(-sign * content.discount))),
    ...when(
      content.points_as === 'discount' && content.points > 0,
      pair(paperWords.pointDiscount, yenMark(-sign * content.points)),
    ),
    pair(totalWord(content), yenMark(sign * content.total), 'large', true),
    ...content.tax.map(({ rate, taxable, tax }): Row => ({
      kind: 'text',
      text: taxWords(rate, sign * taxable, sign * tax),
      align: 'right',
      size: 'small',
    })),
    ...when(
      lines.some(({ tax_rate }) => tax_rate === reducedRate),
      left(reducedNote, 'small'),
    ),
    ...when(kind === 'charge', left(chargeNote, 'small')),
    rule,
    ...content.tenders.map((tender) => pair(tenderWord(kind, tender.kind), yenMark(tender.amount))),
    ...(content.due_on === undefined ? [] : [pair(dueWord, receiptDay(content.due_on))]),
    ...when(content.owed_after !== undefined, pair(owedWord(kind), yenMark(content.owed_after ?? 0))),
    ...when(content.points_deducted > 0, pair(paperWords.deducted, yenMark(-content.points_deducted))),
    ...(content.cash_tendered === null
      ? []
      : [
          pair(paperWords.tendered, yenMark(content.cash_tendered)),
          pair(paperWords.change, yenMark(content.change ?? 0)),
        ]),
    ...(member === null
      ? []
      : [
          rule,
          left(paperWords.member(member.name)),
          ...when(
            member.points_used > 0,
            pair(
              isSale ? paperWords.usedPoints : paperWords.returnedPoints,
              `${grouped(member.points_used)}pt`,
            ),
          ),
          ...when(
            kind !== 'charge',
            pair(
              !isSale
                ? kind === 'collection'
                  ? paperWords.earned
                  : paperWords.reclaimed
                : member.level_name === null
                  ? paperWords.earned
                  : paperWords.earnedAt(member.level_name, percent(member.point_rate)),
              `${grouped(member.points_earned)}pt`,
            ),
          ),
          ...when(
            member.point_balance !== null,
            pair(paperWords.pointBalance, `${grouped(member.point_balance ?? 0)}pt`),
          ),
          ...when(member.balance !== null, pair(paperWords.balance, yenMark(member.balance ?? 0))),
        ]),
    ...(content.return_days === undefined ? [] : [rule, left(returnTerms(content.return_days), 'small')]),
    rule,
    { kind: 'bars', number: content.number },
    centre(content.number, 'small'),
    centre(paperWords.thanks),
  ]
}
