import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../../shared/testing/render-screen.tsx'
import '../../shared/calls.ts'
import { cup } from '../machine/fake-server.ts'
import { SearchBox } from './SearchBox.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function searchFor(word: string, answer: readonly unknown[]): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () =>
    Response.json({ items: answer, total: answer.length, page: 1, limit: 20 }),
  )
  await renderScreen(
    <SearchBox
      inputRef={createRef<HTMLInputElement>()}
      onPick={() => {}}
      onCode={() => {}}
      look={() => () => true}
      onAmount={() => {}}
    />,
  )
  const field = screen.getByRole('combobox')
  fireEvent.change(field, { target: { value: word } })
  return field
}

test('the article that an arrow marks is named by the field and brought into view', async () => {
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function show(this: Element) {
    shown.push(this.id)
  })
  const field = await searchFor('cup', [cup, { ...cup, id: 'other', sku: 'CP002' }])
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const marked = screen.getByRole('option', { selected: true })
  expect(marked.textContent).toContain('CP002')
  expect(field.getAttribute('aria-activedescendant')).toBe(marked.id)
  expect(shown.at(-1)).toBe(marked.id)
})

test('that no article was found is said to a screen reader', async () => {
  await searchFor('spoon', [])
  const said = screen.getAllByRole('status').find((region) => region.getAttribute('aria-live') === 'polite')
  await waitFor(() => expect(within(said!).getByText('見つかりません')).toBeDefined())
})
