import { beforeEach, expect, test } from 'vitest'
import { wholeLine } from './cart.ts'
import { tillStorage, saleInHand } from './storage.ts'
import type { StoredTill } from './storage.ts'

const cup = wholeLine({
  key: 'cup',
  sku_id: 'cup',
  sku: 'SV-CUP-0042',
  name: '鎚目ぐい呑み 純銀',
  unit_price: 19_800,
  quantity: 1,
  tax_rate: 1_000,
  picture: 'cup',
})

const till = (parts: Partial<StoredTill> = {}): StoredTill => ({
  transaction_id: 'one',
  lines: [],
  discount: null,
  approval: null,
  terminal: null,
  begun: null,
  signed: null,
  parked: null,
  selected: null,
  entered: { balance: 0, points: 0, cash: 0, card: 0 },
  active: 'cash',
  has_member: false,
  level_at_scan: null,
  act: null,
  is_done: false,
  ...parts,
})

const keep = (parts: Partial<StoredTill>, register_id = 'register-2') =>
  tillStorage(register_id).write(till(parts))

beforeEach(() => localStorage.clear())

test('an empty register, a finished sale and a broken record are no work in hand', () => {
  expect(saleInHand()).toBeNull()
  keep({})
  keep({ lines: [cup], is_done: true }, 'register-3')
  localStorage.setItem('shirogane.till.register-4', '{"version":1')
  expect(saleInHand()).toBeNull()
})

test('goods in the cart of any register of the device are', () => {
  keep({}, 'register-1')
  keep({ lines: [cup] })
  expect(saleInHand()).toBe('cart')
})

test('so are carts on hold that the server does not have', () => {
  localStorage.setItem('shirogane.held.register-2', '[]')
  expect(saleInHand()).toBeNull()
  localStorage.setItem('shirogane.held.register-2', '[{}]')
  keep({ lines: [cup] })
  expect(saleInHand()).toBe('held')
})

test('a payment whose result is not known stands over everything else', () => {
  keep({ lines: [cup] }, 'register-1')
  keep({ lines: [cup], act: { kind: 'settle', key: 'key-1', body: '{}' } })
  expect(saleInHand()).toBe('settling')
})
