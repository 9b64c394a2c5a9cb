import { grouped } from '@shirogane/contract/rules/digits'
import {
  balanceNote,
  honourName,
  deferredNote,
  noStampNote,
  receiptDate,
  receiptTime,
  receiptWords,
  refundedWord,
  reissueMark,
  taxElsewhereNote,
  taxWords,
  tenderWords,
  yenMark,
} from '../words.ts'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import { type Doc, type Fonts, mm, openSheet, drawRule, writeText, writePair } from './page.ts'
import type { Paper } from './queue.ts'
import { formalWords } from '../formal-words.ts'
import { paperWords } from '../paper-words.ts'

/** A5 across: what fits an envelope and a file of documents. */
const sheet = { width: mm(210), height: mm(148) }
const margin = mm(14)
const width = sheet.width - 2 * margin
/** Above this much cash, without tax, a paper would need a stamp; so a reader looks for the reason why there is none. */
const stampFrom = 50_000
const linesMax = 6

export function drawFormal(fonts: Fonts, paper: Extract<Paper, { paper: 'formal' }>): Doc {
  const { content, addressee, proviso, amount } = paper
  const { issuer } = content
  const doc = openSheet(fonts, {
    ...sheet,
    title: formalWords.name(content.number),
    author: issuer.company,
    at: paper.issued_at,
  })

  writeText(doc, formalWords.title, margin, mm(12), width, { size: 22, bold: true, align: 'center' })
  let right = mm(12)
  for (const text of [`No. ${content.number}`, formalWords.issuedOn(receiptDate(paper.issued_at))])
    right = writeText(doc, text, margin, right, width, { size: 8.5, align: 'right' })
  if (paper.copy > 1) drawMark(doc, reissueMark(paper.copy), margin, mm(12))

  let y = writeText(doc, honourName(addressee), margin, mm(30), width * 0.72, { size: 15, bold: true })
  drawRule(doc, margin, y + 2, width * 0.72)

  y += mm(6)
  doc.roundedRect(margin, y, width, mm(16), 3).fill('#f1f1ef').fillColor('#000000')
  writeText(doc, formalWords.amount, margin + mm(6), y + mm(5.4), mm(40), { size: 10 })
  writeText(doc, `${yenMark(amount)}-`, margin, y + mm(2.4), width - mm(6), {
    size: 24,
    bold: true,
    align: 'right',
  })
  y += mm(20)
  y = writeText(doc, formalWords.proviso(proviso), margin, y, width, { size: 11 })
  y = writeText(doc, formalWords.received, margin, y + 2, width, { size: 10 })

  const top = y + mm(5)
  const half = width / 2 - mm(5)
  const small = { size: 8.5 } as const
  // Tenders that were no receipt of money. Only where the day of it is named is what was put off no part of the amount.
  const labels: Partial<Record<keyof typeof tenderWords, string>> = {
    balance: balanceNote,
    ...(content.due_on !== undefined && { later: deferredNote }),
  }
  const pair = (label: string, figure: string, at: number) =>
    writePair(doc, [label, figure], margin, at, half, small)

  let left = writeText(doc, formalWords.breakdown, margin, top, half, { ...small, bold: true })
  const isCollection = content.kind === 'collection'
  for (const [label, figure] of isCollection ? debtsOf(content.lines) : []) left = pair(label, figure, left)
  for (const { rate, taxable, tax } of content.tax)
    left = writeText(doc, taxWords(rate, taxable, tax), margin, left, half, small)
  for (const { kind, amount: part } of content.tenders.filter((tender) => tender.kind !== 'points'))
    left = pair(labels[kind] ?? tenderWords[kind], yenMark(part), left)
  if (content.points > 0)
    left = pair(
      content.points_as === 'discount' ? formalWords.pointDiscount : formalWords.pointTender,
      yenMark(content.points),
      left,
    )
  if (paper.refunded_total > 0) left = pair(refundedWord, yenMark(-paper.refunded_total), left)
  const day = isCollection ? receiptWords.dates.collection : formalWords.tradedOn
  left = writeText(doc, `${day} ${receiptTime(content.at)}`, margin, left, half, small)
  if (isCollection) left = writeText(doc, taxElsewhereNote, margin, left, half, { size: 7.5 })
  const cash = content.tenders.find(({ kind }) => kind === 'cash')?.amount ?? 0
  if (cash >= stampFrom) writeText(doc, noStampNote, margin, left + 2, half, { size: 7.5 })

  const column = margin + width / 2 + mm(5)
  let issuerY = writeText(doc, issuer.company, column, top, half, { size: 10.5, bold: true })
  for (const text of [
    `${issuer.brand} ${issuer.store_name}`,
    `${paperWords.postcode(issuer.postcode)} ${issuer.address}`,
    paperWords.phone(issuer.phone),
    paperWords.registration(issuer.registration_no),
  ])
    issuerY = writeText(doc, text, column, issuerY, half, small)

  if (paper.isVoided) drawStamp(doc, paperWords.voided)
  else if (paper.refunded_total > 0) drawStamp(doc, formalWords.refunded)
  return doc
}

/** Which sales were paid for, as far as the sheet has room: all of them stand on the copy of the payment. */
function debtsOf(lines: ReceiptContent['lines']): [label: string, figure: string][] {
  const listed = lines.length > linesMax ? lines.slice(0, linesMax - 1) : lines
  const others = lines.slice(listed.length)
  const sum = others.reduce((all, { subtotal }) => all + subtotal, 0)
  return [
    ...listed.map(({ name, subtotal }): [string, string] => [name, yenMark(subtotal)]),
    ...(others.length > 0
      ? [[formalWords.others(grouped(others.length)), yenMark(sum)] as [string, string]]
      : []),
  ]
}

function drawMark(doc: Doc, text: string, x: number, y: number): void {
  doc.font('bold').fontSize(11)
  const inner = doc.widthOfString(text)
  doc
    .lineWidth(1.2)
    .rect(x, y, inner + 14, 21)
    .stroke('#000000')
  writeText(doc, text, x + 7, y + 2, inner + 2, { size: 11, bold: true })
}

/** Across the sheet, pale enough to read through: the document is not taken for what it was. */
function drawStamp(doc: Doc, text: string): void {
  doc.save()
  doc.rotate(-18, { origin: [sheet.width / 2, sheet.height / 2] })
  doc.fillOpacity(0.16)
  writeText(doc, text, 0, sheet.height / 2 - 45, sheet.width, { size: 64, bold: true, align: 'center' })
  doc.restore()
}
