import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { isSignature } from '@shirogane/contract/inputs/signature-ink'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../shell/queries/query-client.ts'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { DeferredSheet } from './DeferredSheet.tsx'
import { deferredAccountQuery } from './queries.ts'
import { SignaturePad } from './SignaturePad.tsx'

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
      <output>{path === '' ? 'empty' : isSignature(path) ? 'signed' : 'too little'}</output>
    </>
  )
}

/** Steps of the pen, as a customer without a finger for it draws a letter. */
const letter =
  '{ArrowUp>4/}{ArrowRight>2/}{ArrowDown>7/}{ArrowRight>2/}{ArrowUp>7/}{ArrowRight>2/}{ArrowDown>7/}'

test('a customer who cannot draw by hand draws by the keys, and can begin again', async () => {
  const user = userEvent.setup()
  render(<Pad />)
  const said = () => screen.getByRole('status').textContent
  await user.tab()
  expect(screen.getByRole('button', { name: '同意の署名' })).toBe(document.activeElement)
  await user.keyboard('4901234567894{Enter}')
  expect(said()).toBe('empty')
  await user.keyboard('{ArrowRight>3/}')
  expect(said()).toBe('too little')
  // The lifted pen leaves no ink.
  await user.keyboard(' {ArrowRight>9/} ')
  expect(said()).toBe('too little')
  await user.keyboard(letter)
  expect(said()).toBe('signed')
  await user.click(screen.getByRole('button', { name: '書き直す' }))
  expect(said()).toBe('empty')
})

const account = { limit: 30_000, total: 0, available: 30_000, due_on: '2026-12-31', refusal: null }

async function openSheet(isWithoutPhone: boolean) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  queryClient.setQueryData(deferredAccountQuery('hanako').queryKey, account as never)
  const onSet = vi.fn()
  let setOpen!: (open: number) => void
  function Sheet() {
    const [open, set] = useState(5_000)
    setOpen = set
    return (
      <DeferredSheet
        userId="hanako"
        open={open}
        before={null}
        isWithoutPhone={isWithoutPhone}
        onSet={onSet}
        onClose={() => {}}
      />
    )
  }
  await renderScreen(<Sheet />)
  fireEvent.click(screen.getByRole('checkbox'))
  return { onSet, setOpen: (open: number) => act(() => setOpen(open)) }
}

test('nothing is signed where the customer is asked on their phone, which is where it begins', async () => {
  const { onSet } = await openSheet(false)
  expect(screen.queryByRole('button', { name: '同意の署名' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '後払いにする' }))
  expect(onSet).toHaveBeenCalledWith({
    user_id: 'hanako',
    amount: 5_000,
    signature: null,
    approval_id: null,
    override: null,
  })
})

test('a signature is asked for in full, for the amount that stands over it, and then a second person', async () => {
  const user = userEvent.setup()
  const { onSet, setOpen } = await openSheet(true)
  const press = () => fireEvent.click(screen.getByRole('button', { name: '責任者の承認を依頼する' }))
  const pad = () => screen.getByRole('button', { name: '同意の署名' })
  const tooLittle = () => screen.queryByText(/^署名をお願いします。/)
  pad().focus()
  await user.keyboard('{ArrowRight>3/}')
  press()
  expect(tooLittle()).not.toBeNull()
  await user.keyboard(letter)
  expect(tooLittle()).toBeNull()
  setOpen(13_800)
  press()
  expect(tooLittle()).not.toBeNull()
  setOpen(5_000)
  pad().focus()
  await user.keyboard(letter)
  expect(tooLittle()).toBeNull()
  press()
  expect(await screen.findByRole('dialog', { name: '責任者の承認' })).toBeDefined()
  expect(onSet).not.toHaveBeenCalled()
})
