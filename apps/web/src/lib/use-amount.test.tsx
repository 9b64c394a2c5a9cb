import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from './render-screen.tsx'
import { useAmount } from './use-amount.ts'

afterEach(cleanup)

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

test('a sheet over the page stays open, and still closes with a step back', async () => {
  const { address, back, go } = await renderScreen(<Entry />)
  await act(() => go('/screen?sheet=method', { state: { opened: true } }))
  await press('3')
  expect(address()).toBe('/screen?sheet=method&amount=3')
  await act(async () => back())
  expect(address()).not.toContain('sheet')
})

test.each(['-1', '1.5', 'a', '1e99'])('%s in the address is no amount', async (given) => {
  await renderScreen(<Entry />, `/screen?amount=${given}`)
  expect(screen.getByLabelText('amount').textContent).toBe('0')
})
