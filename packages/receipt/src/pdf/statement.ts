import { accountTypeNames } from '@shirogane/bank/kana'
import type { PayoutStatement } from '@shirogane/contract/resources/brand/payouts'
import { percent, yenMark } from '../words.ts'
import {
  periodText,
  periodWord,
  statementObjection,
  statementTitle,
  statementWords,
} from '../statement-words.ts'
import { type Doc, type Fonts, mm, openSheet, drawRule, writeText, writePair } from './page.ts'
import { paperWords } from '../paper-words.ts'

const sheet = { width: mm(210), height: mm(297) }
const margin = mm(22)
const width = sheet.width - 2 * margin

function dateText(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return statementWords.date(year, month, day)
}

/** What was paid to whom for what, with the tax in it, on one sheet for the files of both. */
export function drawStatement(fonts: Fonts, statement: PayoutStatement): Doc {
  const { payer, payee, account, tax } = statement
  const doc = openSheet(fonts, {
    ...sheet,
    title: `${statementTitle} ${statement.number}`,
    author: payer.company,
    at: `${statement.issued_on}T00:00:00+09:00`,
  })
  const body = { size: 10.5 } as const
  const small = { size: 9 } as const

  writeText(doc, statementTitle, margin, mm(22), width, { size: 22, bold: true, align: 'center' })
  let y = mm(40)
  for (const text of [`No. ${statement.number}`, statementWords.issuedOn(dateText(statement.issued_on))])
    y = writeText(doc, text, margin, y, width, { ...small, align: 'right' })

  y = writeText(doc, statementWords.payee(payee.name), margin, y + mm(4), width * 0.62, {
    size: 15,
    bold: true,
  })
  if (payee.registration_no !== null)
    y = writeText(doc, paperWords.registration(payee.registration_no), margin, y + 2, width * 0.62, small)
  drawRule(doc, margin, y + 3, width * 0.62)

  y += mm(8)
  for (const [index, text] of [
    payer.company,
    `${paperWords.postcode(payer.postcode)} ${payer.address}`,
    paperWords.phone(payer.phone),
    ...(payer.registration_no === null ? [] : [paperWords.registration(payer.registration_no)]),
  ].entries())
    y = writeText(doc, text, margin, y, width, {
      ...(index === 0 ? { size: 11, bold: true } : small),
      align: 'right',
    })

  y = writeText(doc, statementWords.paid, margin, y + mm(8), width, body)
  y += mm(4)
  doc.roundedRect(margin, y, width, mm(18), 3).fill('#f1f1ef').fillColor('#000000')
  writeText(
    doc,
    account === null ? statementWords.amountPaid : statementWords.amountTransferred,
    margin + mm(6),
    y + mm(6.4),
    mm(40),
    body,
  )
  writeText(doc, yenMark(statement.transferred), margin, y + mm(3), width - mm(6), {
    size: 24,
    bold: true,
    align: 'right',
  })
  y += mm(26)

  const pairs: (readonly [string, string])[] = [
    [statementWords.content, statementWords.reward],
    ...(statement.period === null ? [] : [[periodWord, periodText(statement.period)] as const]),
    [statementWords.requestedOn, dateText(statement.requested_on)],
    [account === null ? statementWords.paidOn : statementWords.transferredOn, dateText(statement.paid_on)],
    [statementWords.amount, yenMark(statement.amount)],
    [statementWords.tax(percent(tax.rate), yenMark(tax.taxable)), yenMark(tax.tax)],
    [statementWords.withholding, yenMark(statement.withholding)],
    ...(account === null
      ? ([[statementWords.method, statementWords.balance]] as const)
      : ([
          [statementWords.fee, yenMark(statement.fee)],
          [
            statementWords.account,
            `${account.bank_name} ${account.branch_name} ${accountTypeNames[account.account_type]} ${account.account_number}`,
          ],
          [statementWords.holder, account.holder_kana],
        ] as const)),
  ]
  for (const pair of pairs) {
    y = writePair(doc, pair, margin, y, width, body)
    y = drawRule(doc, margin, y + mm(1.6), width, true) + mm(1.8)
  }
  writeText(doc, statementObjection, margin, y + mm(6), width, small)
  return doc
}
