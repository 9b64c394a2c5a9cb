import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSheet } from './navigation.tsx'
import { renderScreen } from '../../shared/testing/render-screen.tsx'

afterEach(cleanup)

async function twoSheets(address?: string) {
  let read!: ReturnType<typeof useSheet>
  let weight!: ReturnType<typeof useSheet>
  function Sheets() {
    read = useSheet('read')
    weight = useSheet('weight')
    return null
  }
  const view = await renderScreen(<Sheets />, address)
  /** Until the page stands where this has led. */
  const doing = async (step: () => void, address: string) => {
    await act(async () => step())
    await waitFor(() => expect(view.address()).toBe(address), { timeout: 30_000 })
  }
  return { doing, read: () => read, weight: () => weight }
}

test('a sheet opens over the page and closes with a step back', async () => {
  const { doing, read } = await twoSheets('/screen?q=ring')
  await doing(() => read().open({ id: 'one' }), '/screen?q=ring&id=one&sheet=read')
  await doing(() => read().close(), '/screen?q=ring')
})

test('a second press on what closes a sheet goes no step further, and a sheet that is opened again closes again', async () => {
  const { doing, read, weight } = await twoSheets()
  await doing(() => weight().open(), '/screen?sheet=weight')
  await doing(() => read().open(), '/screen?sheet=read')
  await doing(() => {
    read().close()
    read().close()
  }, '/screen?sheet=weight')
  await doing(() => read().open(), '/screen?sheet=read')
  await doing(() => read().close(), '/screen?sheet=weight')
})

test('one that is opened in the place of another leaves both when it closes', async () => {
  const { doing, read, weight } = await twoSheets()
  await doing(() => read().open(), '/screen?sheet=read')
  await doing(() => weight().openInstead(), '/screen?sheet=weight')
  await doing(() => weight().close(), '/screen')
})

test('a sheet that another has followed closes nothing, also in the same turn', async () => {
  const { doing, read, weight } = await twoSheets()
  await doing(() => read().open(), '/screen?sheet=read')
  const before = read()
  await doing(() => {
    weight().openInstead()
    before.close()
  }, '/screen?sheet=weight')
  await doing(() => before.close(), '/screen?sheet=weight')
})

test('a sheet that came with the address closes without a step back', async () => {
  const { doing, read, weight } = await twoSheets('/screen?sheet=read')
  await doing(() => weight().openInstead(), '/screen?sheet=weight')
  await doing(() => weight().close(), '/screen')
  expect(read().isOpen).toBe(false)
})
