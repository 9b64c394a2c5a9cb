import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SalesCard } from './SalesCard.tsx'

afterEach(cleanup)

const tenders = Object.fromEntries(
  ['points', 'balance', 'cash', 'card', 'later'].map((tender) => [tender, { total: 0, count: 0 }]),
)
const dayOf = (date: string) =>
  ({
    date,
    current_date: '2026-11-24',
    figures: { sales: { count: 0, total: 0 }, refunds: { total: 0 }, net: 0, tenders },
  }) as unknown as ShopDay

test.each([
  ['2026-11-24', '本日の売上', '本日の取引はありません'],
  ['2026-11-20', '売上', 'この日の取引はありません'],
])('without a sale the card of %s says of which day that is', (date, title, words) => {
  render(<SalesCard day={dayOf(date)} />)
  expect(screen.getByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
})
