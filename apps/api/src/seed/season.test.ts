import { expect, test } from 'vitest'
import { addDays } from '../lib/days.ts'
import { seasonOf } from './season.ts'

test('a demo of November 2026 tells of the fair of December', () => {
  const { fair, banners, news, notice } = seasonOf('2026-11-22')
  expect(fair).toMatchObject({ name: '冬の銀器フェア', from: '2026-12-01', until: '2026-12-26' })
  expect(banners.map(({ period }) => period)).toEqual([
    '12/1(火)〜12/25(金)',
    '毎月',
    '【PR】',
    '毎月第2土曜',
    '12/31(木)〜1/3(日)',
  ])
  expect(banners[4]).toMatchObject({ title: '年末年始の\n振込スケジュール', until: '2027-01-04' })
  expect(banners[4]!.body).toContain('お振込みは1月4日(月)以降')
  expect(news[0]!.message).toContain('12月1日(火)から12月25日(金)まで')
  expect(notice).toMatch(/^11月25日\(水\) 2:00〜4:00 /)
})

test('in another season everything is of that season', () => {
  const { fair, banners } = seasonOf('2028-04-10')
  expect(fair.name).toBe('春の銀器フェア')
  expect(banners[0]).toMatchObject({ period: '5/1(月)〜5/25(木)', title: '春の銀器フェア\nポイント+2%' })
  expect(banners[4]).toMatchObject({ title: '連休中の\n振込スケジュール', period: '5/3(水)〜5/7(日)' })
})

test('whenever the brand opens, what it announces lies ahead', () => {
  for (let today = '2026-01-01'; today < '2031-01-01'; today = addDays(today, 1)) {
    const { fair, banners, notice } = seasonOf(today)
    expect(fair.from > today && fair.from <= addDays(today, 31), today).toBe(true)
    const [, month, day] = /^(\d+)月(\d+)日\(水\)/.exec(notice)!
    const ahead = [2, 3, 4, 5, 6, 7, 8].map((days) => addDays(today, days))
    expect(
      ahead.some(
        (date) => Number(date.slice(5, 7)) === Number(month) && Number(date.slice(8)) === Number(day),
      ),
      today,
    ).toBe(true)
    for (const { until } of banners) if (until !== null) expect(until > addDays(today, 3), today).toBe(true)
  }
})
