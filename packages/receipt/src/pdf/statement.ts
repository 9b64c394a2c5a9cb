import { accountTypeNames } from '@shirogane/bank/kana'
import type { PayoutStatement } from '@shirogane/contract/resources/brand/payouts'
import { percent, yenMark } from '../words.ts'
import { periodText, periodWord, statementObjection, statementTitle } from '../statement-words.ts'
import { type Doc, type Fonts, mm, openSheet, drawRule, writeText, writePair } from './page.ts'

const sheet = { width: mm(210), height: mm(297) }
const margin = mm(22)
const width = sheet.width - 2 * margin

function dateText(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}

/** 支払明細書: what was paid to whom for what, with the tax in it, on one sheet for the files of both. */
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
  for (const text of [`No. ${statement.number}`, `発行日 ${dateText(statement.issued_on)}`])
    y = writeText(doc, text, margin, y, width, { ...small, align: 'right' })

  y = writeText(doc, `${payee.name} 様`, margin, y + mm(4), width * 0.62, { size: 15, bold: true })
  if (payee.registration_no !== null)
    y = writeText(doc, `登録番号 ${payee.registration_no}`, margin, y + 2, width * 0.62, small)
  drawRule(doc, margin, y + 3, width * 0.62)

  y += mm(8)
  for (const [index, text] of [
    payer.company,
    `〒${payer.postcode.slice(0, 3)}-${payer.postcode.slice(3)} ${payer.address}`,
    `TEL ${payer.phone}`,
    ...(payer.registration_no === null ? [] : [`登録番号 ${payer.registration_no}`]),
  ].entries())
    y = writeText(doc, text, margin, y, width, {
      ...(index === 0 ? { size: 11, bold: true } : small),
      align: 'right',
    })

  y = writeText(doc, '下記のとおりお支払いしました。', margin, y + mm(8), width, body)
  y += mm(4)
  doc.roundedRect(margin, y, width, mm(18), 3).fill('#f1f1ef').fillColor('#000000')
  writeText(doc, account === null ? 'お支払額' : 'お振込額', margin + mm(6), y + mm(6.4), mm(40), body)
  writeText(doc, yenMark(statement.transferred), margin, y + mm(3), width - mm(6), {
    size: 24,
    bold: true,
    align: 'right',
  })
  y += mm(26)

  const pairs: (readonly [string, string])[] = [
    ['内容', '紹介報酬'],
    ...(statement.period === null ? [] : [[periodWord, periodText(statement.period)] as const]),
    ['申請日', dateText(statement.requested_on)],
    [account === null ? '支払日' : '振込日', dateText(statement.paid_on)],
    ['報酬額（税込）', yenMark(statement.amount)],
    [`${percent(tax.rate)}対象 ${yenMark(tax.taxable)}（内消費税）`, yenMark(tax.tax)],
    ['源泉徴収税額', yenMark(statement.withholding)],
    ...(account === null
      ? ([['受取方法', '残高']] as const)
      : ([
          ['振込手数料', yenMark(statement.fee)],
          [
            '振込先',
            `${account.bank_name} ${account.branch_name} ${accountTypeNames[account.account_type]} ${account.account_number}`,
          ],
          ['口座名義', account.holder_kana],
        ] as const)),
  ]
  for (const pair of pairs) {
    y = writePair(doc, pair, margin, y, width, body)
    y = drawRule(doc, margin, y + mm(1.6), width, true) + mm(1.8)
  }
  writeText(doc, statementObjection, margin, y + mm(6), width, small)
  return doc
}
