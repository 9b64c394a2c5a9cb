import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import { describe, expect, test } from 'vitest'
import { layOut } from './picture.ts'
import { escposOf } from './escpos.ts'
import { rowsOf } from './rows.ts'

const content: ReceiptContent = {
  kind: 'sale',
  number: '20261121-KNZ1-0007',
  issuer: {
    brand: 'ツキシロ',
    company: '株式会社ツキシロ銀工舎',
    registration_no: 'T0000000000000',
    store_name: '金沢本店',
    postcode: '9200981',
    address: '石川県金沢市片町0-0-0',
    phone: '076-100-0001',
  },
  at: '2026-11-21T01:03:00.000Z',
  business_date: '2026-11-21',
  employee_number: 'E0003',
  register_number: 1,
  original: null,
  reason: null,
  lines: [
    {
      name: '月暈リング 細 11号 SV925 名入れ刻印あり 贈りもの用の包み',
      sku: null,
      quantity: 2,
      unit_price: 8_800,
      discount: 0,
      subtotal: 17_600,
      tax_rate: 1_000,
      amount_only: false,
    },
    {
      name: '銀の茶',
      sku: null,
      quantity: 1,
      unit_price: 1_080,
      discount: 80,
      subtotal: 1_000,
      tax_rate: 800,
      amount_only: false,
    },
  ],
  subtotal: 18_680,
  discount: 80,
  points_as: 'discount',
  points: 600,
  total: 18_000,
  tax: [
    { rate: 1_000, taxable: 17_000, tax: 1_545 },
    { rate: 800, taxable: 1_000, tax: 74 },
  ],
  tenders: [{ kind: 'cash', amount: 18_000 }],
  cash_tendered: 20_000,
  change: 2_000,
  points_deducted: 0,
  member: null,
}
const marks = { isVoided: false, hasFormal: false, reissue: null }
const wordsOf = (rows: ReturnType<typeof rowsOf>) =>
  rows.flatMap((row) =>
    row.kind === 'text' ? [row.text] : row.kind === 'pair' ? [`${row.left} ${row.right}`] : [],
  )

describe('the rows of a roll', () => {
  test('hold every word that the law asks for', () => {
    const words = wordsOf(rowsOf(content, marks))
    for (const asked of [
      'ツキシロ 金沢本店',
      '登録番号 T0000000000000',
      '取引年月日 2026年11月21日(土) 10:03',
      '※銀の茶',
      '※は軽減税率（8%）の対象です。',
      '10%対象 ¥17,000（内消費税 ¥1,545）',
      '8%対象 ¥1,000（内消費税 ¥74）',
      '合計（税込） ¥18,000',
      'ポイント値引 -¥600',
      'お釣り ¥2,000',
    ])
      expect(words).toContain(asked)
    expect(words.join()).not.toContain('再発行')
  })

  test('say when, at which register and by whom before the number of the transaction', () => {
    const words = wordsOf(rowsOf(content, marks))
    const from = words.indexOf('取引年月日 2026年11月21日(土) 10:03')
    expect(words.slice(from, from + 3)).toEqual([
      words[from],
      'レジ01 / 担当 E0003',
      `取引番号 ${content.number}`,
    ])
  })

  test('say that they are a reissue, void, or stand beside a 領収書', () => {
    const words = wordsOf(rowsOf(content, { isVoided: true, hasFormal: true, reissue: '再発行（1回目）' }))
    expect(words).toEqual(expect.arrayContaining(['再発行（1回目）', '取消済み', '領収書発行済']))
  })

  test('name the open day of the shop where the clock shows the next, and only there', () => {
    const day = (business_date: string) =>
      wordsOf(rowsOf({ ...content, at: '2026-11-20T16:30:00.000Z', business_date }, marks)).filter((words) =>
        /取引年月日|営業日/.test(words),
      )
    expect(day('2026-11-20')).toEqual(['取引年月日 2026年11月21日(土) 01:30', '営業日 2026/11/20'])
    expect(day('2026-11-21')).toEqual(['取引年月日 2026年11月21日(土) 01:30'])
  })

  test('say for how long articles may come back, as far as their paper knows it', () => {
    const terms = (return_days: number) => wordsOf(rowsOf({ ...content, return_days }, marks))
    expect(terms(14)).toContain('返品は14日以内・未使用・レシート必須（名入れ刻印・ピアスを除く）')
    expect(terms(0)).toContain('返品はお買い上げ当日・未使用・レシート必須（名入れ刻印・ピアスを除く）')
    expect(wordsOf(rowsOf(content, marks)).join()).not.toContain('返品')
  })

  test('say until when what was deferred is to be paid, and that a return takes it away', () => {
    const later = { tenders: [{ kind: 'later' as const, amount: 8_800 }], owed_after: 8_800 }
    expect(wordsOf(rowsOf({ ...content, ...later, due_on: '2026-12-28' }, marks))).toEqual(
      expect.arrayContaining([
        '後払い ¥8,800',
        'お支払期日 2026年12月28日(月)',
        '後払いの残り（合計） ¥8,800',
      ]),
    )
    const back = wordsOf(rowsOf({ ...content, ...later, kind: 'return' }, marks)).join()
    expect(back).toContain('後払いの残りから差し引き ¥8,800')
    // Not all of what the articles came to is money that goes back.
    expect(back).toContain('返品合計（税込）')
    expect(back).not.toContain('返金合計')
  })

  test('of a void say so once, and name the day of it', () => {
    const words = wordsOf(rowsOf({ ...content, kind: 'void' }, marks))
    expect(words).toEqual(expect.arrayContaining(['取消レシート', '取消日 2026年11月21日(土) 10:03']))
    expect(words.join()).not.toContain('（取消）')
  })

  test.each([576, 384])('stay within %i dots, however long a name is', (width) => {
    // Letters of a full width, as most here are.
    const measure = (text: string, size: number) => text.length * size
    const { laid, height } = layOut(rowsOf(content, marks), width, measure)
    for (const { row, pieces, size } of laid)
      for (const { text, x } of pieces) {
        expect(x, `${row.kind} ${text}`).toBeGreaterThanOrEqual(0)
        expect(x + measure(text, size), text).toBeLessThanOrEqual(width)
      }
    expect(laid.at(-1)!.y).toBeLessThan(height)
    expect(
      laid
        .flatMap(({ pieces }) => pieces.map(({ text }) => text))
        .join('')
        .replaceAll('　', ''),
    ).toContain('月暈リング細11号SV925名入れ刻印あり贈りもの用の包み'.slice(0, 5))
  })
})

test('a picture becomes the commands of a printer: bands of dots, a feed and a cut', () => {
  const [width, height] = [10, 130]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  const blacken = (x: number, y: number) => data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  blacken(0, 0)
  blacken(9, 0)
  blacken(3, 129)
  const bytes = [...escposOf({ width, height, data })]
  expect(bytes.slice(0, 2)).toEqual([0x1b, 0x40])
  expect(bytes.slice(2, 10)).toEqual([0x1d, 0x76, 0x30, 0, 2, 0, 128, 0])
  expect(bytes.slice(10, 12)).toEqual([0b1000_0000, 0b0100_0000])
  const second = 10 + 2 * 128
  expect(bytes.slice(second, second + 8)).toEqual([0x1d, 0x76, 0x30, 0, 2, 0, 2, 0])
  expect(bytes.slice(second + 8, second + 12)).toEqual([0, 0, 0b0001_0000, 0])
  expect(bytes.slice(second + 12)).toEqual([10, 10, 10, 10, 0x1d, 0x56, 66, 0])
})
