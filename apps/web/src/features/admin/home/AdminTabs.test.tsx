import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../../lib/render-screen.tsx'
import { AdminTabs } from './AdminTabs.tsx'

afterEach(cleanup)

async function tabsOf(type: 'register' | 'manager' | 'owner'): Promise<(string | null)[]> {
  await renderScreen(<AdminTabs type={type} current={null} />)
  return screen.getAllByRole('link').map(({ textContent }) => textContent)
}

test('the tabs of head office begin with those of every house, in their order', async () => {
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
