import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { renderScreen } from '../../../lib/render-screen.tsx'
import '../calls.ts'
import { CampaignForm } from './CampaignForm.tsx'

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
