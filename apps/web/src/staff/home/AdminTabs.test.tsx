import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { AdminTabs } from './AdminTabs.tsx'

afterEach(cleanup)

async function tabsOf(type: 'register' | 'manager' | 'owner'): Promise<(string | null)[]> {
  await renderScreen(<AdminTabs type={type} current={null} />)
  return screen.getAllByRole('link').map(({ textContent }) => textContent)
}

test('the tabs of head office begin with those of every brand, in their order', async () => {
  const tabs = await tabsOf('owner')
  expect(tabs.slice(0, 10)).toEqual([
    '概要',
    '取引',
    '保存した検索',
    '会員',
    '本人確認',
    'スタッフ',
    'バナー',
    '設定',
    '出金申請',
    '操作履歴',
  ])
  expect(new Set(tabs).size).toBe(tabs.length)
})

test('a manager has no tab of what head office does, and a clerk only what was sold', async () => {
  expect((await tabsOf('manager')).slice(0, 7)).toEqual([
    '概要',
    '取引',
    '保存した検索',
    '会員',
    'スタッフ',
    'バナー',
    '設定',
  ])
  cleanup()
  expect(await tabsOf('register')).toEqual(['概要', '取引', '保存した検索'])
})

test('a menu shows every tab once, under what it is about, and is gone when one was chosen', async () => {
  const tabs = await tabsOf('owner')
  await userEvent.click(screen.getByRole('button', { name: 'メニュー一覧' }))
  const menu = within(await screen.findByRole('dialog', { name: 'メニュー一覧' }))
  expect(menu.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '売上・商品',
    '会員',
    '経理',
    '店舗・本部',
  ])
  const parts = menu.getAllByRole('link').map(({ textContent }) => textContent)
  expect(parts).toHaveLength(tabs.length - 1)
  expect(new Set(['概要', ...parts])).toEqual(new Set(tabs))
  await userEvent.click(menu.getByRole('link', { name: '前払残高' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('whoever has a few tabs sees them all, without a menu', async () => {
  await tabsOf('register')
  expect(screen.queryByRole('button', { name: 'メニュー一覧' })).toBeNull()
})
