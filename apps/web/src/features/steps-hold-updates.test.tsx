import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { renderScreen } from '../lib/render-screen.tsx'
import { offerUpdate, postponeUpdate, waitingUpdate } from '../lib/updates.ts'
import { ChargeTab } from './buy/charge/ChargeTab.tsx'
import { kycQuery } from './kyc/queries.ts'
import KycScreen from './kyc/KycScreen.tsx'
import { PayoutTab } from './user/affiliator/PayoutTab.tsx'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))

afterEach(() => {
  act(postponeUpdate)
  cleanup()
  queryClient.clear()
})

const fetched = () => act(() => offerUpdate({ postMessage: () => {} } as never))

test.each([
  ['a charge that is confirmed', <ChargeTab key="one" />, '?step=confirm&amount=1000&method=card'],
  ['a charge that is at the bank', <ChargeTab key="one" />, '?step=3ds&id=one'],
  ['a payout that is confirmed', <PayoutTab key="one" />, '?step=confirm&amount=1000&method=account'],
])('%s holds an update back, and its result does not', async (_, steps, search) => {
  const { go } = await renderScreen(steps, `/screen${search}`)
  fetched()
  expect(waitingUpdate()).toBeNull()
  await act(() => go('/screen?step=done&id=one'))
  expect(waitingUpdate()).not.toBeNull()
})

test('an amount to charge holds it back as soon as one is entered', async () => {
  await renderScreen(<ChargeTab />)
  fetched()
  expect(waitingUpdate()).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '5' }))
  expect(waitingUpdate()).toBeNull()
})

test('so do the steps of the identity check, whose pictures are gone with the page', async () => {
  queryClient.setQueryData(kycQuery().queryKey, {
    kyc_status: 'required',
    is_open: true,
    is_counter_open: true,
    action: null,
  } as never)
  const { go } = await renderScreen(<KycScreen />, '/screen?step=info')
  fetched()
  expect(waitingUpdate()).toBeNull()
  await act(() => go('/screen'))
  expect(waitingUpdate()).not.toBeNull()
})
