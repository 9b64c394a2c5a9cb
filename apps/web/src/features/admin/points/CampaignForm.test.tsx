import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { renderScreen } from '../../../lib/render-screen.tsx'
import '../calls.ts'
import { text as adminText } from '../text.ts'
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
