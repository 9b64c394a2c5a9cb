import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Sheet } from './Sheet.tsx'

// What comes a moment later comes much later on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

function Opener({ onClose }: { onClose?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        チャージ
      </button>
      <Sheet
        isOpen={isOpen}
        onClose={() => {
          onClose?.()
          if (!onClose) setOpen(false)
        }}
        title="チャージ方法"
      >
        <button type="button">銀行口座</button>
      </Sheet>
    </>
  )
}

async function open() {
  const opener = screen.getByRole('button', { name: 'チャージ' })
  opener.focus()
  fireEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'チャージ方法' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return opener
}

test('the focus goes into the sheet and back to what opened it', async () => {
  render(<Opener />)
  const opener = await open()
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a sheet that an event has opened has the focus itself, and none of its buttons looks chosen', async () => {
  const opened = (isOpen: boolean) => (
    <>
      <h1 tabIndex={-1}>お会計のときに見せてください</h1>
      <Sheet isOpen={isOpen} onClose={() => undefined} title="お支払いできませんでした">
        <p>残高が不足しています</p>
      </Sheet>
    </>
  )
  const { rerender } = render(opened(false))
  // As after every change of page.
  screen.getByRole('heading').focus()
  rerender(opened(true))
  const dialog = await screen.findByRole('dialog', { name: 'お支払いできませんでした' })
  await waitFor(() => expect(document.activeElement).toBe(dialog))
})

test('a sheet that a key has opened begins with its first control', async () => {
  render(<Opener />)
  const opener = screen.getByRole('button', { name: 'チャージ' })
  opener.focus()
  fireEvent.click(opener)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '閉じる' })))
})

test('Escape asks to close, and the screen may refuse while input would be lost', async () => {
  const onClose = vi.fn()
  render(<Opener onClose={onClose} />)
  await open()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('the second tap of a double tap does not close what the first one has opened', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const onClose = vi.fn()
  const pressOutside = () => {
    fireEvent.pointerDown(document.body)
    fireEvent.mouseDown(document.body)
    fireEvent.pointerUp(document.body)
    fireEvent.mouseUp(document.body)
    fireEvent.click(document.body)
  }
  render(<Opener onClose={onClose} />)
  await open()
  now.mockReturnValue(1_300)
  pressOutside()
  expect(onClose).not.toHaveBeenCalled()
  now.mockReturnValue(1_600)
  pressOutside()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  now.mockRestore()
})
