import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepMovements, readJournal } from './journal.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T04:00:00Z') })
})
afterEach(() => vi.useRealTimers())

const of = (id: string, given: object = {}) =>
  ({
    id,
    number: `KNZ1-20261127-${id}`,
    status: 'completed',
    spent_total: 1_100,
    received_wallet: 0,
    point_amount: 11,
    tenders: { balance: 0 },
    store: { id: 'shop' },
    completed_at: '2026-11-27T03:00:00.000Z',
    ...given,
  }) as RegisterState['transaction']
const answered = (id: string, status: RegisterState['status'] = 'completed') => ({
  status,
  transaction: of(id),
})
const ids = () => readJournal().map(({ id }) => id)

test('a sale is written down once, however often it is heard of, and nothing of its customer with it', () => {
  keepMovements('transactions.payUpdate', { ...answered('1'), customer: { name: '例示 花子' } })
  keepMovements('transactions.registerState', answered('1', 'partially_refunded'))
  expect(readJournal()).toEqual([
    {
      id: '1',
      number: 'KNZ1-20261127-1',
      type: null,
      amount: 1_100,
      unit: '¥',
      store_id: 'shop',
      at: '2026-11-27T03:00:00.000Z',
    },
  ])
  expect(JSON.stringify({ ...localStorage })).not.toContain('花子')
})

test('what was only opened, asked or read is no movement', () => {
  keepMovements('transactions.pay', answered('1', 'open'))
  keepMovements('transactions.payUpdate', answered('2', 'pending_confirm'))
  keepMovements('transactions.search', { items: [of('3')] })
  expect(ids()).toEqual([])
})

test('refunds, both halves of an exchange, charges and collections are written down as well', () => {
  keepMovements('transactions.refund', of('1', { type: 'refund' }))
  keepMovements('transactions.exchange', { refund: of('2', { type: 'refund' }), sale: of('3') })
  keepMovements(
    'transactions.chargeCash',
    of('4', { type: 'charge', spent_total: 0, received_wallet: 5_000 }),
  )
  keepMovements('transactions.transferPoint', of('5', { type: 'grant', spent_total: 0, point_amount: 30 }))
  // A charge and a grant that were taken back.
  keepMovements(
    'transactions.delete',
    of('6', { type: 'adjustment', spent_total: 0, point_amount: 0, tenders: { balance: 6_000 } }),
  )
  keepMovements('transactions.delete', of('7', { type: 'adjustment', spent_total: 0, point_amount: -70 }))
  expect(readJournal().map(({ id, type, amount, unit }) => [id, type, amount, unit])).toEqual([
    ['1', 'refund', 1_100, '¥'],
    ['2', 'refund', 1_100, '¥'],
    ['3', null, 1_100, '¥'],
    ['4', 'charge', 5_000, '¥'],
    ['5', 'grant', 30, 'pt'],
    ['6', 'adjustment', 6_000, '¥'],
    ['7', 'adjustment', 70, 'pt'],
  ])
})

test('the days of two weeks are kept and no others, whatever a server with a wrong clock says', () => {
  const at = (date: string) => ({ completed_at: `${date}T03:00:00.000Z` })
  for (const date of ['2026-11-12', '2026-11-13', '2026-11-27', '2031-01-01'])
    keepMovements('transactions.pay', { status: 'completed', transaction: of(date, at(date)) })
  expect(ids()).toEqual(['2026-11-13', '2026-11-27', '2031-01-01'])
})

test('a device without room goes on selling, and so does one that holds something else under the name', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {}, setItem })
  keepMovements('transactions.pay', answered('1'))
  expect(setItem).toHaveBeenCalled()
  vi.unstubAllGlobals()
  for (const text of [
    '[',
    '{}',
    '[1, null, {"id": 2}, {"id": "3", "number": "4", "amount": 5, "at": "6"}]',
  ]) {
    localStorage.setItem('shirogane.journal.2026-11-27', text)
    expect(ids()).toEqual([])
  }
})
