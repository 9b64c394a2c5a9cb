import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const keep = (key: string, value: unknown) =>
  localStorage.setItem(`shirogane.${key}`, typeof value === 'string' ? value : JSON.stringify(value))
const paper = (id: string) => ({ id, of: id, mark: null, state: 'waiting', page: 'a page that is gone' })
const line = (sku_id: string, quantity: number) => ({ sku_id, sku: sku_id, name: sku_id, quantity })

/** What the dialog tells, line by line. */
async function readLosses(): Promise<string[]> {
  await renderScreen(<LogoutDialog onClose={() => {}} />)
  const dialog = await screen.findByRole('alertdialog', { name: 'ログアウトしますか？' })
  return [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent ?? '')
}

test('a device that holds nothing loses nothing', async () => {
  keep('papers', [])
  keep('close.kanazawa.2026-11-21', {
    counts: { 1000: 0 },
    revealed: false,
    reason: '',
    note: '',
    carry: null,
  })
  keep('stock.receive', { supplier: '', slip: '', lines: [] })
  keep('stock.count.one', [])
  expect(await readLosses()).toEqual([])
})

test('receipts that wait for the printer are told with how many they are', async () => {
  keep('papers', [paper('one'), paper('two'), { of: 'what is no paper' }])
  expect(await readLosses()).toEqual([
    '印刷を待っているレシートが2枚あります。ログアウトすると印刷されません。',
  ])
})

test('so is a close that somebody has begun to count', async () => {
  keep('close.kanazawa.2026-11-21', { counts: { 10000: 3 } })
  keep('close.kanazawa.2026-11-20', { note: '釣銭の両替' })
  expect(await readLosses()).toEqual([
    '入力中のレジ締めが2件あります。ログアウトすると入力した内容は消えます。',
  ])
})

test('so are looks of a stock count that the network has not taken, and articles of a delivery', async () => {
  keep('stock.count.one', [
    { key: 'a', sku_id: 'cup', add: 2 },
    { key: 'b', sku_id: 'ring', add: 1 },
  ])
  keep('stock.receive', { supplier: '銀器工房', slip: '', lines: [line('cup', 4)] })
  keep('stock.transfer', { to: '', lines: [line('ring', 1)] })
  expect(await readLosses()).toEqual([
    'サーバーにまだ送信できていない棚卸の読み取りが3点あります。ログアウトすると消えます。',
    '入力中の入荷・店舗間移動が5点あります。ログアウトすると入力した内容は消えます。',
  ])
})

test('all of it is told at once, the sale first; what is broken is no unsaved work', async () => {
  keep('held.register-2', [{}])
  keep('papers', [paper('one')])
  keep('stock.transfer', '{"to":')
  expect(await readLosses()).toEqual([
    'サーバーにまだ送信できていない保留があります。ログアウトすると消えます。',
    '印刷を待っているレシートが1枚あります。ログアウトすると印刷されません。',
  ])
})
