import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { levelQuery } from '../../shell/queries/queries.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import { Banners } from './Banners.tsx'
import { RankCard } from './RankCard.tsx'

vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))

beforeEach(() => {
  queryClient.setQueryData(levelQuery().queryKey, {
    current_level: 2,
    name: 'つちめ',
    next_name: 'いぶし',
    next_level: 100_000,
    level_accumulation: 30_000,
    progress: 30,
  } as never)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const banner = {
  id: 'fair',
  link: null,
  title: '冬の銀器フェア',
  period: '',
  note: '',
  picture: 'cup',
} as never

// Home under its other address would be another page: drawn anew, from its top, with the focus gone from what was touched.
test.each(['/', '/home'])('the sheets of home open over %s itself', async (home) => {
  await renderScreen(
    <>
      <RankCard />
      <Banners banners={[banner]} />
    </>,
    home,
    home,
  )
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([`${home}?sheet=rank`, `${home}?sheet=banner&id=fair`])
})

test('the page below a sheet stays where it is', async () => {
  const scroll = vi.spyOn(window, 'scrollTo')
  const { address } = await renderScreen(<RankCard />, '/', '/')
  scroll.mockClear()
  await act(async () => screen.getByRole('link').click())
  await expect.poll(() => address()).toBe('/?sheet=rank')
  expect(scroll).not.toHaveBeenCalled()
})
