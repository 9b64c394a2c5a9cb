import type { RegisterState } from '@shirogane/contract/transactions'
import { beforeEach, expect, test, vi } from 'vitest'
import { keepMovements, readJournal } from './journal.ts'

beforeEach(() => localStorage.clear())

const of = (id: string, given: object = {}) =>
  ({
    id,
    number: `KNZ1-20261127-${id}`,
    status: 'completed',
    spent_total: 1_100,
    received_wallet: 0,
    point_amount: 11,
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
    { id: '1', number: 'KNZ1-20261127-1', type: null, amount: 1_100, at: '2026-11-27T03:00:00.000Z' },
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
  expect(readJournal().map(({ id, type, amount }) => [id, type, amount])).toEqual([
    ['1', 'refund', 1_100],
    ['2', 'refund', 1_100],
    ['3', null, 1_100],
    ['4', 'charge', 5_000],
    ['5', 'grant', 30],
  ])
})

test('the days of a week are kept and no others', () => {
  const at = (day: string) => ({ completed_at: `2026-11-${day}T03:00:00.000Z` })
  for (const day of ['19', '20', '27'])
    keepMovements('transactions.pay', { status: 'completed', transaction: of(day, at(day)) })
  expect(ids()).toEqual(['20', '27'])
})

test('a device without room, or with something else under the name, goes on selling', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => keepMovements('transactions.pay', answered('1'))).not.toThrow()
  full.mockRestore()
  for (const text of ['[', '{}', '[1, null, {"id": 2}]']) {
    localStorage.setItem('shirogane.journal.2026-11-27', text)
    expect(ids()).toEqual([])
  }
})
