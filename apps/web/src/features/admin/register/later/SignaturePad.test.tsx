import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { isSigned, SignaturePad } from './SignaturePad.tsx'

afterEach(cleanup)

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
