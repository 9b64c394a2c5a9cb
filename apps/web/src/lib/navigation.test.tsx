import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSheet } from './navigation.tsx'
import { renderScreen } from './render-screen.tsx'

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
  const doing = async (step: () => void) => {
    await act(async () => {
      step()
      await new Promise((resolve) => setTimeout(resolve, 20))
    })
    return view.address()
  }
  return { doing, read: () => read, weight: () => weight }
}

test('a sheet opens over the page and closes with a step back', async () => {
  const { doing, read } = await twoSheets('/screen?q=ring')
  expect(await doing(() => read().open({ id: 'one' }))).toBe('/screen?q=ring&id=one&sheet=read')
  expect(await doing(() => read().close())).toBe('/screen?q=ring')
})

test('a second press on what closes a sheet goes no step further, and a sheet that is opened again closes again', async () => {
  const { doing, read, weight } = await twoSheets()
  await doing(() => weight().open())
  await doing(() => read().open())
  expect(
    await doing(() => {
      read().close()
      read().close()
    }),
  ).toBe('/screen?sheet=weight')
  await doing(() => read().open())
  expect(await doing(() => read().close())).toBe('/screen?sheet=weight')
})

test('one that is opened in the place of another leaves both when it closes', async () => {
  const { doing, read, weight } = await twoSheets()
  await doing(() => read().open())
  expect(await doing(() => weight().openInstead())).toBe('/screen?sheet=weight')
  expect(await doing(() => weight().close())).toBe('/screen')
})

test('a sheet that another has followed closes nothing, also in the same turn', async () => {
  const { doing, read, weight } = await twoSheets()
  await doing(() => read().open())
  const before = read()
  expect(
    await doing(() => {
      weight().openInstead()
      before.close()
    }),
  ).toBe('/screen?sheet=weight')
  expect(await doing(() => before.close())).toBe('/screen?sheet=weight')
})

test('a sheet that came with the address closes without a step back', async () => {
  const { doing, read, weight } = await twoSheets('/screen?sheet=read')
  expect(await doing(() => weight().openInstead())).toBe('/screen?sheet=weight')
  expect(await doing(() => weight().close())).toBe('/screen')
  expect(read().isOpen).toBe(false)
})
