import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { text as adminText } from '../shared/text.ts'
import { CampaignForm } from './CampaignForm.tsx'
import { text } from './text.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

// A date without an end takes years of six figures in a browser, and 20261-12-31 is no moment.
test.each([/^開始日/, /^最終日/])('the year of %s has four figures', async (label) => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }))
  await renderScreen(<CampaignForm campaign={null} stores={[]} onDone={() => {}} onCancel={() => {}} />)
  expect(screen.getByLabelText<HTMLInputElement>(label).max).toBe('9999-12-31')
})

test.each([
  ['budget', '10万'],
  ['member_max', '500pt'],
  ['payment_min', '三千円'],
  ['rate_bp', '2パーセント'],
] as const)(
  'what cannot be read as %s is said there, and not taken for an empty field',
  async (name, typed) => {
    vi.stubGlobal('fetch', async () => Response.json({ items: [] }))
    await renderScreen(<CampaignForm campaign={null} stores={[]} onDone={() => {}} onCancel={() => {}} />)
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: text.save })
    type(text.fields['name']!, '冬の銀器フェア')
    type(text.fields['rate_bp']!, '2')
    expect(save().disabled).toBe(false)
    type(text.fields[name]!, typed)
    expect(screen.getByText(adminText.noNumber)).toBeDefined()
    expect(save().disabled).toBe(true)
    type(text.fields[name]!, '１，０００')
    expect(screen.queryByText(adminText.noNumber)).toBeNull()
    expect(save().disabled).toBe(false)
  },
)

test('asks before another row takes what was typed, and no more once it is saved', async () => {
  const made = { id: 'made', name: '冬の銀器フェア' }
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) =>
    Response.json(init?.method === 'POST' ? made : { items: [] }),
  )
  const onDone = vi.fn()
  const view = await renderScreen(
    <CampaignForm campaign={null} stores={[]} onDone={onDone} onCancel={() => {}} />,
    '/screen?id=new',
  )
  const name = () => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${text.fields['name']}`))
  fireEvent.change(name(), { target: { value: made.name } })
  void view.go('/screen?id=other', { replace: true })
  fireEvent.click(await screen.findByRole('button', { name: '続ける' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect([name().value, view.address()]).toEqual([made.name, '/screen?id=new'])

  fireEvent.change(screen.getByLabelText(new RegExp(`^${text.fields['rate_bp']}`)), {
    target: { value: '2' },
  })
  fireEvent.click(screen.getByRole('button', { name: text.save }))
  onDone.mockImplementation(() => void view.go('/screen?id=made', { replace: true }))
  await waitFor(() => expect(view.address()).toBe('/screen?id=made'))
  expect(onDone.mock.calls).toEqual([[made]])
})
