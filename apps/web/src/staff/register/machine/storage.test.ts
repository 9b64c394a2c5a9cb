import { nothingEntered } from '../tender/tenders.ts'
import { beforeEach, expect, test } from 'vitest'
import { wholeLine } from '../cart/cart.ts'
import { heldStorage } from '../parked/held.ts'
import { saleStorage, findUnsavedSale } from './storage.ts'
import type { StoredSale } from './storage.ts'

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

const sale = (parts: Partial<StoredSale> = {}): StoredSale => ({
  transaction_id: 'one',
  lines: [],
  discount: null,
  approval: null,
  terminal: null,
  begun: null,
  signed: null,
  parked: null,
  selected: null,
  entered: nothingEntered,
  active: 'cash',
  has_member: false,
  level_at_scan: null,
  act: null,
  is_done: false,
  ...parts,
})

const keep = (parts: Partial<StoredSale>, register_id = 'register-2') =>
  saleStorage(register_id).write(sale(parts))

beforeEach(() => localStorage.clear())

test('an empty register, a finished sale and a broken record are no unsaved work', () => {
  expect(findUnsavedSale()).toBeNull()
  keep({})
  keep({ lines: [cup], is_done: true }, 'register-3')
  localStorage.setItem('shirogane.till.register-4', '{"version":1')
  expect(findUnsavedSale()).toBeNull()
})

test('articles in the cart of any register of the device are', () => {
  keep({}, 'register-1')
  keep({ lines: [cup] })
  expect(findUnsavedSale()).toBe('cart')
})

test('so are carts on hold that the server does not have', () => {
  localStorage.setItem('shirogane.held.register-2', '[]')
  expect(findUnsavedSale()).toBeNull()
  localStorage.setItem('shirogane.held.register-2', '[{}]')
  keep({ lines: [cup] })
  expect(findUnsavedSale()).toBe('held')
})

test('a payment whose result is not known stands over everything else', () => {
  keep({ lines: [cup] }, 'register-1')
  keep({ lines: [cup], act: { kind: 'settle', key: 'key-1', body: '{}' } })
  expect(findUnsavedSale()).toBe('completing')
})

/** A device with room for so many characters, as a browser counts them. */
function deviceOf(room: number) {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => {
      const others = [...kept].filter(([name]) => name !== key).flat()
      if (others.join('').length + key.length + value.length > room)
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      kept.set(key, value)
    },
  }
}

test('on a full device the copy of the catalogue makes room for sales and for carts on hold', () => {
  const device = deviceOf(2_000)
  device.setItem('shirogane.catalogue', 'x'.repeat(1_900))
  saleStorage('register-2', device).write(sale({ lines: [cup] }))
  expect(saleStorage('register-2', device).read()?.lines).toEqual([cup])
  device.setItem('shirogane.catalogue', 'x'.repeat(900))
  heldStorage('register-2', device).write([{ id: 'one', note: 'x'.repeat(400), lines: [cup] } as never])
  expect(heldStorage('register-2', device).read()).toMatchObject([{ id: 'one' }])
})

test('where there is no room at all, selling goes on in the page', () => {
  const device = deviceOf(0)
  saleStorage('register-2', device).write(sale({ lines: [cup] }))
  heldStorage('register-2', device).write([])
  expect(device.kept.size).toBe(0)
})
