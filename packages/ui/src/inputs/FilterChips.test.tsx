import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FilterChips } from './FilterChips.tsx'

const options = ['すべて', '支払い', '受け取り', 'ポイント', '返金', '後払い', 'チャージ', '出金'].map(
  (label) => ({ value: label, label }),
)
const chipWidth = 80

/** A row of 300 pixels; the test's document knows no layout, so it is told one. */
function laidOut(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(chipWidth)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * chipWidth
  })
}

const chips = (value: string) => (
  <FilterChips label="種類で絞り込む" options={options} value={value} onChange={() => {}} />
)
const scrolled = () => screen.getByRole('radiogroup').scrollLeft

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a chip chosen by the address stands in view, and one in view moves nothing', () => {
  laidOut()
  const view = render(chips('出金'))
  expect(scrolled()).toBeGreaterThanOrEqual(options.length * chipWidth - 300)
  const before = scrolled()
  view.rerender(chips('チャージ'))
  expect(scrolled()).toBe(before)
  view.rerender(chips('すべて'))
  expect(scrolled()).toBeLessThanOrEqual(0)
})
