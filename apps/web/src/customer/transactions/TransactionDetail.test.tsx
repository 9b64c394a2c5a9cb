import { counterTenders, noTenders, eachOf } from '@shirogane/domain/sales/tenders'
import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aTransaction } from '../../shared/testing/a-transaction.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { TransactionDetail } from './TransactionDetail.tsx'

const sale: TransactionDetails = {
  ...aTransaction({ completed_at: '2026-11-21T05:32:00Z' }),
  number: '20261121-KNZ1-0007',
  spent_total: 8800,
  received_point_total: 160,
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
  tenders: { ...noTenders, balance: 5000, points: 800, cash: 3000 },
  cash_tendered: 3500,
  change: 500,
  tax: [{ rate: 1000, taxable: 8000, tax: 727 }],
  refundable: 8800,
  wallet_after: { balance: 7480, point_balance: 2575 },
  created_at: '2026-11-21T05:30:00Z',
  point_reasons: [
    {
      rule: 'level',
      label: '会員ランク',
      base: 8_000,
      rate_bp: 200,
      points: 160,
      rounding: 'floor',
      uncut_points: 160,
      cut_by: null,
      level_name: 'つちめ',
      campaign_id: null,
      expires_on: null,
    },
    {
      rule: 'rate_add',
      label: '冬の銀器フェア',
      base: 7_950,
      rate_bp: 150,
      points: 100,
      rounding: 'floor',
      uncut_points: 119,
      cut_by: 'member',
      level_name: null,
      campaign_id: '01a1ff34-4702-7617-818d-de9ed3233703',
      expires_on: '2027-01-20',
    },
  ],
  item_points: [140, 120],
  pending_points: null,
  reward_reasons: [],
  original: null,
  till: null,
  has_receipt: true,
  later_payments: [],
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

test('of what was returned, money that went back is one thing, and what is owed no more another', async () => {
  await renderScreen(
    <TransactionDetail
      transaction={{
        ...sale,
        status: 'partially_refunded',
        refunded_total: 7_300,
        given_back: { money: 1_000, later: 6_000, points: 300 },
        returns: [
          {
            id: '01a1ff34-4702-7617-818d-de9ed3233705',
            number: '20261122-KNZ1-0001',
            kind: 'refund',
            amount: 7_300,
            at: '2026-11-22T05:30:00Z',
          },
        ],
      }}
    />,
  )
  expect(value('2026/11/22(日) 返金')).toBe('7,300円')
  const row = screen.getByText('2026/11/22(日) 返金', { selector: 'dt' }).parentElement!
  expect(within(row).getByRole('link').getAttribute('href')).toBe(
    '/transaction/01a1ff34-4702-7617-818d-de9ed3233705',
  )
  expect(value('返金済みの金額')).toBe('1,000円')
  expect(value('後払いの残りから差し引き')).toBe('6,000円')
  expect(value('お返ししたポイント')).toBe('300pt')
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
        tenders: noTenders,
        cash_tendered: null,
        change: null,
      }}
    />,
  )
  expect(screen.getByText('+10,000', { exact: false })).toBeTruthy()
  expect(screen.getByText('チャージ・金沢本店')).toBeTruthy()
})

test('every point of a payment has its reason, which anybody can count after', async () => {
  await renderScreen(<TransactionDetail transaction={{ ...sale, received_point_total: 260 }} />)
  expect(screen.getByRole('heading', { name: 'なぜ260pt？' })).toBeTruthy()
  const rank = screen.getByText('会員ランク（つちめ）').parentElement?.parentElement
  expect(rank?.textContent).toBe('会員ランク（つちめ）8,000円 × 2%+160pt')
  const fair = screen.getByText('冬の銀器フェア').parentElement?.parentElement
  expect(fair?.textContent).toBe(
    '冬の銀器フェア7,950円 × 1.5%（1pt未満切り捨て）お一人さまの上限のため119ptから減額有効期限 2027/01/20(水)+100pt',
  )
})

test('what paid a debt says how many points each part brought, and that they are cut off on the sum', async () => {
  await renderScreen(
    <TransactionDetail
      transaction={{
        ...sale,
        type: 'later_payment',
        items: [],
        tax: [],
        received_point_total: 2,
        point_reasons: [
          {
            ...sale.point_reasons[0]!,
            label: '会員ランク・取引番号 20261101-KNZ1-0001',
            base: 150,
            rate_bp: 100,
            points: 2,
            uncut_points: 2,
            rounding: 'running',
          },
        ],
        item_points: [],
        later_payments: [
          {
            id: '01a1ff34-4702-7617-818d-de9ed3233706',
            number: '20261101-KNZ1-0001',
            at: '2026-11-01T05:30:00Z',
            amount: 150,
            points: 2,
            tender: 'cash',
            store: '金沢本店',
          },
        ],
      }}
    />,
  )
  expect(value('2026/11/01(日) 現金・金沢本店')).toBe('150円・+2pt')
  const why = screen.getByText('会員ランク・取引番号 20261101-KNZ1-0001（つちめ）').parentElement
    ?.parentElement
  expect(why?.textContent).toContain('150円 × 1%（1pt未満はこれまでのお支払いとの合計で切り捨て）+2pt')
})

test('a charge names its card, and a refund the payment it gives back', async () => {
  const nothing = noTenders
  const moved = { ...sale, items: [], tax: [], tenders: nothing, point_reasons: [], item_points: [] }
  const charged = await renderScreen(
    <TransactionDetail
      transaction={{
        ...moved,
        type: 'charge',
        spent_total: 0,
        card: { payment_method_id: sale.id, brand: 'Visa', last4: '4242' },
      }}
    />,
  )
  expect(value('お支払いカード')).toBe('Visa •••• 4242')
  charged.unmount()
  await renderScreen(
    <TransactionDetail
      transaction={{
        ...moved,
        type: 'refund',
        received_wallet: 3_000,
        refund: {
          kind: 'refund',
          reason: 'お客さま都合',
          back: { ...noTenders, points: 300, balance_paid: 1_500, balance_bonus: 0, cash: 1_500 },
          later: 0,
          balance_paid: 1_500,
          balance_bonus: 0,
          balance_issued: 0,
          ...eachOf(counterTenders, () => 0),
          cash: 1_480,
          points_returned: 300,
          points_lapsed: 0,
          points_reclaimed: 30,
          points_taken: 10,
          points_deducted: 20,
          points_owed: 0,
        },
        original: {
          id: sale.id,
          number: sale.number,
          spent_total: 8_800,
          completed_at: '2026-11-20T05:32:00Z',
        },
      }}
    />,
  )
  expect(screen.getByRole('link', { name: '2026/11/20(金)のお支払いの返金です' }).getAttribute('href')).toBe(
    `/transaction/${sale.id}`,
  )
  expect(value('有償残高')).toBe('+1,500円')
  expect(value('現金')).toBe('+1,480円')
  expect(value('付与ポイント不足分')).toBe('−20円')
  expect(value('お返ししたポイント')).toBe('+300pt')
  expect(value('戻したポイント')).toBe('−30pt')
  expect(value('理由')).toBe('お客さま都合')
})

test('a kind that this page does not know is shown with what moved, and breaks nothing', async () => {
  await renderScreen(
    <TransactionDetail
      transaction={{ ...sale, type: 'gold_bar' as never, items: [], point_reasons: [], has_receipt: false }}
    />,
  )
  expect(screen.getByText('−8,800', { exact: false })).toBeTruthy()
  expect(screen.getByText('金沢本店・取引')).toBeTruthy()
})

test('a reward says whose purchase it came of, and a claim for the bank moves no balance', async () => {
  const reward: TransactionDetails = {
    ...sale,
    type: 'reward',
    spent_total: 0,
    received_point_total: 0,
    message: null,
    store: null,
    employee: null,
    items: [],
    tax: [],
    tenders: noTenders,
    cash_tendered: null,
    change: null,
    point_reasons: [],
    item_points: [],
    has_receipt: false,
    reward: { step: 'confirm', amount: 400, method: null },
    reward_reasons: [
      {
        id: '01a1ff34-4702-7617-818d-de9ed3233704',
        name: 'ha＊＊',
        base: 9_019,
        rate_bp: 500,
        cut: { amount: 50, day_max: 10_000 },
        amount: 400,
        earned_at: '2026-11-21T05:30:00Z',
      },
    ],
  }
  await renderScreen(<TransactionDetail transaction={reward} />)
  expect(screen.getByText('紹介報酬・確定')).toBeTruthy()
  const friend = screen.getByText('ha＊＊さんのお買い物').parentElement?.parentElement
  expect(friend?.textContent).toBe(
    'ha＊＊さんのお買い物9,019円 × 5%（1円未満は切り捨て）1日の上限10,000円により -50円2026/11/21(土)に発生+400円',
  )
  cleanup()
  await renderScreen(
    <TransactionDetail
      transaction={{ ...reward, reward: { step: 'claim', amount: 450, method: 'bank' }, reward_reasons: [] }}
    />,
  )
  expect(screen.getByText('紹介報酬・振込用へ')).toBeTruthy()
  expect(screen.queryByText('+450', { exact: false })).toBeNull()
})
