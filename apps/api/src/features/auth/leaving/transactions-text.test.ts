import { noTenders } from '@shirogane/domain/sales/tenders'
import { expect, test } from 'vitest'
import { transactionsCsv } from './transactions-text.ts'
import type { ExportedTransaction } from './export-store.ts'

const row = (part: Partial<ExportedTransaction>): ExportedTransaction => ({
  completed_at: new Date('2026-11-20T15:03:05Z'),
  number: '20261121-KNZ1-0007',
  kind: 'payment',
  store: '金沢本店',
  spent_total: 0,
  ...noTenders,
  received_balance: 0,
  received_points: 0,
  balance_after: null,
  points_after: null,
  given_back: 0,
  owed_less: 0,
  message: null,
  ...part,
})
const linesOf = (...parts: Partial<ExportedTransaction>[]) =>
  transactionsCsv(parts.map(row)).split('\r\n').slice(1, -1)

test("what a member takes home has the trade's dates and words", () => {
  expect(linesOf({})[0]).toMatch(/^2026\/11\/21 00:03:05,20261121-KNZ1-0007,お支払い,金沢本店,/)
  const kinds = [
    'buyback',
    'payout',
    'reward',
    'later_payment',
    'convert',
    'transfer',
    'void',
    'adjustment',
  ] as const
  expect(linesOf(...kinds.map((kind) => ({ kind }))).map((line) => line.split(',')[2])).toEqual([
    '買取',
    '振込',
    '紹介報酬',
    '後払いのお支払い',
    'ポイント交換',
    'ポイント移行',
    '取消',
    '調整',
  ])
})

test('balance that is given, and that ends, is not called points', () => {
  const wordsOf = (...parts: Partial<ExportedTransaction>[]) =>
    linesOf(...parts).map((line) => line.split(',')[2])
  expect(
    wordsOf(
      { kind: 'grant', received_points: 100 },
      { kind: 'grant', received_balance: 500 },
      { kind: 'expire', points: 30 },
      { kind: 'expire', balance: 40 },
      { kind: 'expire', balance: 40, points: 30 },
    ),
  ).toEqual(['ポイント付与', '残高プレゼント', 'ポイント失効', '残高失効', 'ポイント・残高失効'])
})
