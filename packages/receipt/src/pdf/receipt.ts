import { grouped } from '@shirogane/contract/rules/digits'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import {
  chargeNote,
  dueWord,
  isComing,
  isPaidIn,
  openDay,
  openDayWord,
  owedWord,
  percent,
  receiptDay,
  receiptSubtitles,
  receiptTime,
  receiptTitles,
  receiptWords,
  reducedNote,
  reissueMark,
  returnTerms,
  taxWords,
  tenderWord,
  totalWord,
  yenMark,
} from '../words.ts'
import { paperWords } from '../paper-words.ts'
import { drawBars } from './bars.ts'
import { cutAt, type Doc, type Fonts, mm, openSheet, drawRule, writeText, writePair } from './page.ts'
import type { Paper } from './queue.ts'

const sheetWidth = mm(80)
const margin = mm(4)
const width = sheetWidth - 2 * margin
/** Longer than a receipt of a hundred lines; what is not needed is cut off. */
const longest = mm(4_000)
const body = { size: 8.5 } as const
const small = { size: 7.5 } as const

/** The roll of a register, 80 millimetres wide and as long as its text. */
export function drawReceipt(
  fonts: Fonts,
  { content, isVoided, hasFormal, copy }: Extract<Paper, { paper: 'receipt' }>,
): Doc {
  const { issuer } = content
  const doc = openSheet(fonts, {
    width: sheetWidth,
    height: longest,
    title: `${receiptTitles[content.kind]} ${content.number}`,
    author: issuer.company,
    at: content.at,
  })
  const centre = (text: string, y: number, size: number, bold = false) =>
    writeText(doc, text, margin, y, width, { size, bold, align: 'center' })
  const line = (text: string, y: number, style: { size: number; bold?: boolean } = body) =>
    writeText(doc, text, margin, y, width, style)
  const pair = (label: string, figure: string, y: number, style: { size: number; bold?: boolean } = body) =>
    writePair(doc, [label, figure], margin, y, width, style)
  const parting = (y: number) => drawRule(doc, margin, y + 3, width, true) + 5

  let y = mm(5)
  y = centre(`${issuer.brand} ${issuer.store_name}`, y, 12, true)
  y = centre(`${paperWords.postcode(issuer.postcode)} ${issuer.address}`, y + 2, small.size)
  y = centre(paperWords.phone(issuer.phone), y, small.size)
  y = centre(issuer.company, y, small.size)
  y = centre(paperWords.registration(issuer.registration_no), y, small.size)
  y = centre(receiptTitles[content.kind], y + 6, 13, true)
  const subtitle = receiptSubtitles[content.kind]
  if (subtitle !== null) y = centre(`（${subtitle}）`, y, small.size)
  if (isVoided) y = centre(paperWords.voided, y + 2, 11, true)
  if (hasFormal) y = centre(paperWords.hasFormal, y + 2, 9, true)
  if (copy > 1) y = centre(reissueMark(copy), y + 2, 11, true)

  y = parting(y)
  y = pair(receiptWords.dates[content.kind], receiptTime(content.at), y)
  const day = openDay(content)
  if (day !== null) y = pair(openDayWord, day, y)
  const till = [
    content.register_number === null ? null : paperWords.register(content.register_number),
    content.employee_number === null ? null : paperWords.staff(content.employee_number),
  ].filter((part) => part !== null)
  if (till.length > 0) y = line(till.join(' / '), y)
  y = pair(paperWords.number, content.number, y)
  if (content.original) {
    y = pair(paperWords.originalDate, receiptTime(content.original.at), y)
    y = pair(paperWords.originalNumber, content.original.number, y)
  }
  if (content.reason !== null) y = line(`${paperWords.reason} ${content.reason}`, y)

  y = parting(y)
  for (const item of content.lines) y = drawItem(doc, content, item, y)

  y = parting(y)
  y = drawSums(doc, content, y)

  y = parting(y)
  for (const tender of content.tenders)
    y = pair(tenderWord(content.kind, tender.kind), yenMark(tender.amount), y)
  if (content.due_on !== undefined) y = pair(dueWord, receiptDay(content.due_on), y)
  if (content.owed_after !== undefined) y = pair(owedWord(content.kind), yenMark(content.owed_after), y)
  if (content.points_deducted > 0) y = pair(paperWords.deducted, yenMark(-content.points_deducted), y)
  if (content.cash_tendered !== null) {
    y = pair(paperWords.tendered, yenMark(content.cash_tendered), y)
    y = pair(paperWords.change, yenMark(content.change ?? 0), y)
  }

  if (content.member) {
    const { member } = content
    y = parting(y)
    y = line(paperWords.member(member.name), y)
    if (member.points_used > 0)
      y = pair(
        content.kind === 'sale' ? paperWords.usedPoints : paperWords.returnedPoints,
        pt(member.points_used),
        y,
      )
    if (content.kind !== 'charge')
      y = pair(
        content.kind === 'sale'
          ? member.level_name === null
            ? paperWords.earned
            : paperWords.earnedAt(member.level_name, percent(member.point_rate))
          : content.kind === 'collection'
            ? paperWords.earned
            : paperWords.reclaimed,
        pt(member.points_earned),
        y,
      )
    if (member.point_balance !== null) y = pair(paperWords.pointBalance, pt(member.point_balance), y)
    if (member.balance !== null) y = pair(paperWords.balance, yenMark(member.balance), y)
  }

  if (content.return_days !== undefined) y = line(returnTerms(content.return_days), y + 8, small)
  y = drawBars(doc, content.number, margin, y + 10, width, 30)
  y = centre(content.number, y + 2, small.size)
  y = centre(paperWords.thanks, y + 6, 9)
  cutAt(doc, y + mm(6))
  return doc
}

const pt = (amount: number): string => `${grouped(amount)}pt`

function drawItem(
  doc: Doc,
  content: ReceiptContent,
  item: ReceiptContent['lines'][number],
  top: number,
): number {
  const mark = item.tax_rate === 800 ? '※' : ''
  const sign = isComing(content.kind) ? 1 : -1
  const y = writeText(doc, `${mark}${item.name}`, margin, top, width, body)
  const gross = item.unit_price * item.quantity
  if (content.kind !== 'sale') {
    const count = isPaidIn(content.kind)
      ? receiptWords.paid[content.kind]
      : item.amount_only
        ? paperWords.amountOnly
        : paperWords.piecesAlone(grouped(item.quantity))
    return writePair(doc, [`　${count}`, yenMark(sign * item.subtotal)], margin, y, width, body) + 2
  }
  const count = `　${paperWords.pieces(grouped(item.quantity), yenMark(item.unit_price))}`
  return writePair(doc, [count, yenMark(gross)], margin, y, width, body) + 2
}

function drawSums(doc: Doc, content: ReceiptContent, top: number): number {
  const sign = isComing(content.kind) ? 1 : -1
  const pair = (label: string, figure: string, y: number, size: number = body.size, bold = false) =>
    writePair(doc, [label, figure], margin, y, width, { size, bold })
  let y = top
  if (!isPaidIn(content.kind)) y = pair(paperWords.subtotal, yenMark(sign * content.subtotal), y)
  if (content.discount > 0) y = pair(paperWords.discount, yenMark(-sign * content.discount), y)
  if (content.points_as === 'discount' && content.points > 0)
    y = pair(paperWords.pointDiscount, yenMark(-sign * content.points), y)
  y = pair(totalWord(content), yenMark(sign * content.total), y + 2, 14, true)
  for (const { rate, taxable, tax } of content.tax)
    y = writeText(doc, taxWords(rate, sign * taxable, sign * tax), margin, y, width, {
      ...small,
      align: 'right',
    })
  if (content.lines.some(({ tax_rate }) => tax_rate === 800))
    y = writeText(doc, reducedNote, margin, y, width, small)
  if (content.kind === 'charge') y = writeText(doc, chargeNote, margin, y, width, small)
  return y
}
