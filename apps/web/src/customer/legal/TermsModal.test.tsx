import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { legalQuery } from '../../shell/queries/queries.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { TermsModal } from './TermsModal.tsx'

const terms = {
  slug: 'tos',
  version: '2.0',
  title: '利用規約',
  is_material: true,
  effective_on: '2026-12-01',
  changes: '言い回しを整えました。',
  summary: ['残高は店舗で使えます。'],
  sections: [],
  versions: [],
}

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(changed_since: object[]): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json({ ...terms, changed_since }))
  await renderScreen(<TermsModal />)
  await screen.findByText('残高は店舗で使えます。')
}

test('what changed since the version that was agreed to stands above the text, version by version', async () => {
  await open([
    { version: '2.0', effective_on: '2026-12-01', changes: '言い回しを整えました。' },
    { version: '1.1', effective_on: '2026-11-01', changes: 'ポイントの期限を延ばしました。' },
  ])
  const section = screen.getByRole('heading', { name: '前回同意いただいた版からの変更点' }).parentElement!
  expect(section.textContent).toContain('第2.0版　2026年12月1日施行言い回しを整えました。')
  expect(section.textContent).toContain('第1.1版　2026年11月1日施行ポイントの期限を延ばしました。')
})

test('whoever agreed to no version before reads of no change', async () => {
  await open([])
  expect(screen.queryByText(/変更点/)).toBeNull()
})

test('whoever read the terms before they logged in agrees to nothing until what changed is known', async () => {
  queryClient.setQueryData(legalQuery('tos').queryKey, { ...terms, changed_since: [] } as never)
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  await renderScreen(<TermsModal />)
  expect(screen.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  const changed_since = [{ version: '2.0', effective_on: '2026-12-01', changes: '言い回しを整えました。' }]
  answer.resolve(Response.json({ ...terms, changed_since }))
  await screen.findByRole('heading', { name: '前回同意いただいた版からの変更点' })
  expect(screen.getByRole<HTMLInputElement>('checkbox').disabled).toBe(false)
})
