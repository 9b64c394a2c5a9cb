import type { Transaction } from '@shirogane/contract/resources'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../lib/render-screen.tsx'
import { TransactionDetail } from './TransactionDetail.tsx'

const sale: Transaction = {
  id: '01a1ff34-4702-7617-818d-de9ed323373a',
  number: '20261121-KNZ1-0007',
  status: 'completed',
  spent_total: 8800,
  received_wallet: 0,
  received_point_total: 160,
  point_amount: 0,
  message: null,
  store: { id: '01a1ff34-4702-7617-818d-de9ed3233701', code: 'KNZ1', name: '金沢本店' },
  employee: { id: '01a1ff34-4702-7617-818d-de9ed3233702', number: 'E0003', name: '仮名 次郎' },
  items: [
    {
      sku_id: null,
      sku: null,
      name: 'ぐい呑み',
      quantity: 1,
      unit_price: 5000,
      discount: 200,
      subtotal: 4800,
    },
    { sku_id: null, sku: null, name: 'ぐい呑み', quantity: 2, unit_price: 2000, discount: 0, subtotal: 4000 },
  ],
  tenders: { balance: 5000, points: 800, cash: 3000, card: 0, later: 0 },
  cash_tendered: 3500,
  change: 500,
  tax: [{ rate: 1000, taxable: 8000, tax: 727 }],
  card: null,
  refunded_total: 0,
  refundable: 8800,
  wallet_after: { balance: 7480, point_balance: 2575 },
  business_date: '2026-11-21',
  created_at: '2026-11-21T05:30:00Z',
  completed_at: '2026-11-21T05:32:00Z',
  related_id: null,
}

afterEach(cleanup)

const value = (label: string) => {
  const term = screen.getByText(label, { selector: 'dt' })
  return within(term.parentElement ?? term).getByRole('definition').textContent
}

test('a payment shows what was bought, how it was paid and what came back, to the yen', async () => {
  await renderScreen(<TransactionDetail transaction={sale} />)
  expect(screen.getByText('−8,800', { exact: false })).toBeTruthy()
  expect(value('日時')).toBe('2026/11/21(土) 14:32')
  expect(value('取引番号')).toContain('20261121-KNZ1-0007')
  expect(value('ぐい呑み ×1')).toBe('5,000円')
  expect(value('ぐい呑み ×2')).toBe('4,000円')
  expect(value('小計')).toBe('9,000円')
  expect(value('値引き')).toBe('−200円')
  expect(value('合計')).toBe('8,800円')
  expect(value('内消費税（10%）')).toBe('727円')
  expect(value('残高')).toBe('5,000円')
  expect(value('現金')).toBe('3,000円')
  expect(value('お預り')).toBe('3,500円')
  expect(value('お釣り')).toBe('500円')
  expect(value('取引後の残高')).toBe('7,480円・2,575pt')
})

test('money that came in carries a plus, and what it is called stands beside it', async () => {
  await renderScreen(
    <TransactionDetail
      transaction={{
        ...sale,
        type: 'charge',
        spent_total: 0,
        received_wallet: 10_000,
        received_point_total: 0,
        items: [],
        tax: [],
        tenders: { balance: 0, points: 0, cash: 0, card: 0, later: 0 },
        cash_tendered: null,
        change: null,
      }}
    />,
  )
  expect(screen.getByText('+10,000', { exact: false })).toBeTruthy()
  expect(screen.getByText('チャージ・金沢本店')).toBeTruthy()
})
