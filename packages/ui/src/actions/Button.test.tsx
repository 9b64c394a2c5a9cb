import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button, ButtonLink } from './Button.tsx'

afterEach(cleanup)

test('the second tap on a button at work does nothing, also before the next render', async () => {
  let finish = () => {}
  const work = vi.fn(() => new Promise<void>((done) => (finish = done)))
  render(<Button onClick={work}>チャージする</Button>)
  const button = screen.getByRole('button', { name: 'チャージする' })

  act(() => {
    button.click()
    button.click()
  })
  expect(work).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-busy')).toBe('true')

  fireEvent.click(button)
  expect(work).toHaveBeenCalledTimes(1)

  await act(async () => finish())
  expect(button.hasAttribute('aria-busy')).toBe(false)
  fireEvent.click(button)
  expect(work).toHaveBeenCalledTimes(2)
})

test('a busy submit button does not submit its form again', () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy>
        確認する
      </Button>
    </form>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(submit).not.toHaveBeenCalled()
})

test('a link can wear the clothes of a button and stays a link', () => {
  render(
    <ButtonLink
      variant="pay"
      render={({ children, ...link }) => (
        <a href="/topup" {...link}>
          {children}
        </a>
      )}
    >
      チャージ
    </ButtonLink>,
  )
  expect(screen.getByRole('link', { name: 'チャージ' }).getAttribute('href')).toBe('/topup')
})
