import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../lib/query-client.ts'
import { renderScreen } from '../../../../lib/render-screen.tsx'
import '../../calls.ts'
import { LaterSheet } from './LaterSheet.tsx'
import { laterAccountQuery } from './queries.ts'
import { isSigned, SignaturePad } from './SignaturePad.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Pad() {
  const [path, setPath] = useState('')
  return (
    <>
      <span id="label">同意の署名</span>
      <SignaturePad value={path} onChange={setPath} labelId="label" />
      <output>{isSigned(path) ? 'signed' : 'unsigned'}</output>
    </>
  )
}

test('a customer who cannot draw marks it by the keys, and can take the mark away', async () => {
  const user = userEvent.setup()
  render(<Pad />)
  const said = () => screen.getByRole('status').textContent
  await user.tab()
  expect(screen.getByRole('button', { name: '同意の署名' })).toBe(document.activeElement)
  await user.keyboard('4901234567894{Enter}')
  expect(said()).toBe('unsigned')
  await user.keyboard(' ')
  expect(said()).toBe('signed')
  await user.click(screen.getByRole('button', { name: '書き直す' }))
  expect(said()).toBe('unsigned')
})

test('what was signed is good for the amount that stood over it, and for no other that the cart makes of it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const account = { limit: 30_000, total: 0, available: 30_000, due_on: '2026-12-31', refusal: null }
  queryClient.setQueryData(laterAccountQuery('hanako').queryKey, account as never)
  const onSet = vi.fn()
  let setOpen!: (open: number) => void
  function Sheet() {
    const [open, set] = useState(5_000)
    setOpen = set
    return <LaterSheet userId="hanako" open={open} before={null} onSet={onSet} onClose={() => {}} />
  }
  await renderScreen(<Sheet />)
  const defer = () => fireEvent.click(screen.getByRole('button', { name: '後払いにする' }))
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.keyDown(screen.getByRole('button', { name: '同意の署名' }), { key: ' ' })
  act(() => setOpen(13_800))
  defer()
  expect(onSet).not.toHaveBeenCalled()
  expect(screen.getByText('署名をお願いします。')).toBeDefined()
  act(() => setOpen(5_000))
  defer()
  expect(onSet).toHaveBeenCalledWith(expect.objectContaining({ amount: 5_000 }))
})
