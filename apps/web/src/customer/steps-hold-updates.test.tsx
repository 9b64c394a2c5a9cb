import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../shell/queries/query-client.ts'
import { renderScreen } from '../shared/testing/render-screen.tsx'
import { offerUpdate, postponeUpdate, waitingUpdate } from '../shell/updates/updates.ts'
import { ChargeTab } from './buy/charge/ChargeTab.tsx'
import { kycQuery } from './kyc/queries.ts'
import KycScreen from './kyc/KycScreen.tsx'
import { CodeForm } from '../shared/forms/CodeForm.tsx'
import { walletQuery } from '../shell/queries/queries.ts'
import { guest, setSession } from '../shell/session/session-state.ts'
import { StepUpSheet } from '../shell/session/StepUpSheet.tsx'
import VerifyScreen from './auth/VerifyScreen.tsx'
import { PayoutTab } from './user/affiliator/PayoutTab.tsx'
import MailScreen from './user/mail/MailScreen.tsx'
import { BirthdayModal } from './user/profile/BirthdayModal.tsx'
import { DeleteTab } from './user/setting/DeleteTab.tsx'
import { PhoneTab } from './user/setting/PhoneTab.tsx'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))

afterEach(() => {
  act(postponeUpdate)
  cleanup()
  queryClient.clear()
  act(() => setSession(guest))
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

const member = {
  id: 'one',
  type: 'customer',
  employee: null,
  verified: true,
  email: null,
  phone_number: null,
}

test.each([
  ['a new phone number', <PhoneTab key="one" />, '新しい電話番号', '09012345678'],
  ['a new mail address', <MailScreen key="one" />, '新しいメールアドレス', 'hanako@example.com'],
  ['why somebody leaves', <DeleteTab key="one" />, /退会の理由/, '引っ越しのため'],
  ['a birthday', <BirthdayModal key="one" onClose={() => {}} />, '月', '4'],
])('%s holds it back as long as it is written and not sent', async (_, form, label, value) => {
  setSession({ status: 'signed_in', auth: member as never })
  queryClient.setQueryData(walletQuery().queryKey, { balance: 0, point_balance: 0 } as never)
  await renderScreen(form, '/screen?step=new')
  fetched()
  expect(waitingUpdate()).not.toBeNull()
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  expect(waitingUpdate()).toBeNull()
})

const nothing = async () => null

test.each([
  ['a code that was sent', <CodeForm key="one" resendAt={0} onResend={nothing} onSubmit={nothing} />, ''],
  [
    'a proof that is asked for',
    <StepUpSheet key="one" purpose="phone" subject={null} onProven={() => {}} onClose={() => {}} />,
    '',
  ],
  ['a code in the boxes', <VerifyScreen key="one" />, '?pin=123456'],
])('%s holds it back', async (_, asked, search) => {
  setSession({ status: 'signed_in', auth: { ...member, verified: false } as never })
  await renderScreen(asked, `/screen${search}`)
  fetched()
  expect(waitingUpdate()).toBeNull()
})
