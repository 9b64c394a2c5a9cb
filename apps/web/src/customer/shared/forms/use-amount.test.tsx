import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { guest, setSession } from '../../../shell/session/session-state.ts'
import { endAmount, useAmount } from './use-amount.ts'

afterEach(() => {
  cleanup()
  setSession(guest)
})

const signIn = (id: string) => setSession({ status: 'signed_in', auth: { id } as never })

function Entry() {
  const [amount, setAmount] = useAmount()
  return (
    <>
      <output aria-label="amount">{amount}</output>
      <button onClick={() => setAmount(amount * 10 + 3)}>3</button>
      <button onClick={() => setAmount(0)}>none</button>
    </>
  )
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('an amount that is entered stands in the address, beside what else does', async () => {
  const { address } = await renderScreen(<Entry />, '/screen?tab=payout')
  await press('3')
  await press('3')
  expect(address()).toBe('/screen?tab=payout&amount=33')
  await press('none')
  expect(address()).toBe('/screen?tab=payout')
})

test('whoever comes back to its page finds it there', async () => {
  const { back, go } = await renderScreen(<Entry />)
  await press('3')
  await act(() => go('/next'))
  await screen.findByText('elsewhere')
  await act(async () => back())
  expect((await screen.findByLabelText('amount')).textContent).toBe('3')
})

test('an amount that has been charged is not offered again to whoever steps back behind it', async () => {
  const { address, back, go } = await renderScreen(<Entry />)
  await press('3')
  await act(() => go('/next'))
  await screen.findByText('elsewhere')
  endAmount(3)
  await act(async () => back())
  expect((await screen.findByLabelText('amount')).textContent).toBe('0')
  expect(address()).toBe('/screen')
  // The same, entered anew, is another one.
  await press('3')
  await act(() => go('/next'))
  await screen.findByText('elsewhere')
  await act(async () => back())
  expect((await screen.findByLabelText('amount')).textContent).toBe('3')
})

test('a sheet over the page stays open, and still closes with a step back', async () => {
  const { address, back, go } = await renderScreen(<Entry />)
  await act(() => go('/screen?sheet=method', { state: { opened: true } }))
  await press('3')
  expect(address()).toBe('/screen?sheet=method&amount=3')
  await act(async () => back())
  expect(address()).not.toContain('sheet')
})

test('another address of the page, and one before it, has the amount that is shown', async () => {
  const { address, back, go } = await renderScreen(<Entry />)
  await press('3')
  await act(() => go('/screen?amount=3&method=other'))
  await press('3')
  await act(async () => back())
  expect(screen.getByLabelText('amount').textContent).toBe('33')
  expect(address()).toBe('/screen?amount=33')
  await act(() => go('/screen'))
  expect(address()).toBe('/screen?amount=33')
})

test.each(['-1', '1.5', 'a', '1e99'])('%s in the address is no amount', async (given) => {
  await renderScreen(<Entry />, `/screen?amount=${given}`)
  expect(screen.getByLabelText('amount').textContent).toBe('0')
})

test('nobody finds the amount of somebody else in their form, nor in the address of it', async () => {
  signIn('018f0000-0000-7000-8000-0000aaaaaaaa')
  const { address } = await renderScreen(<Entry />)
  await press('3')
  const left = address()
  expect(left).toBe('/screen?amount=3&of=aaaaaaaa')
  cleanup()
  const again = await renderScreen(<Entry />, left)
  expect(screen.getByLabelText('amount').textContent).toBe('3')
  // Whose it is stands there as long as the address does, which the login leads back to.
  await act(async () => setSession(guest))
  expect(again.address()).toBe(left)
  cleanup()
  signIn('018f0000-0000-7000-8000-0000bbbbbbbb')
  const other = await renderScreen(<Entry />, left)
  await act(async () => {})
  expect(screen.getByLabelText('amount').textContent).toBe('0')
  expect(other.address()).toBe('/screen')
})
