import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import { Unsaved } from '../../navigation/Unsaved.tsx'
import { offerUpdate, postponeUpdate } from '../../updates/updates.ts'
import { Overlays } from './Overlays.tsx'

afterEach(() => {
  act(postponeUpdate)
  cleanup()
})

const fetched = () => act(() => offerUpdate({ postMessage: () => {} } as never))
const question = { name: '新しいバージョンがあります' }

async function isNotAsked(): Promise<void> {
  // The question has a file of its own, which would be on its way.
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('alertdialog')).toBeNull()
}

test('who wants a new version later is not asked again by the next layout, but for the version after it', async () => {
  fetched()
  await renderScreen(<Overlays />)
  fireEvent.click(await screen.findByRole('button', { name: 'あとで' }))
  await isNotAsked()
  cleanup()
  await renderScreen(<Overlays greets />)
  await isNotAsked()
  fetched()
  await screen.findByRole('alertdialog', question)
})

test('nobody is asked over a form with something in it, and everybody once there is nothing to lose', async () => {
  function Form() {
    const [typed, setTyped] = useState('')
    return (
      <>
        <Unsaved when={typed !== ''} />
        <input aria-label="form" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Overlays />
      </>
    )
  }
  await renderScreen(<Form />)
  const type = (value: string) => fireEvent.change(screen.getByLabelText('form'), { target: { value } })
  type('山田')
  fetched()
  await isNotAsked()
  type('')
  await screen.findByRole('alertdialog', question)
  type('山')
  await isNotAsked()
  cleanup()
  await renderScreen(<Overlays />)
  await screen.findByRole('alertdialog', question)
})
