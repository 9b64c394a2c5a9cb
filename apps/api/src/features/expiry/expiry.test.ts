import { give } from '@shirogane/testkit/acts/funds'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runDailyJob } from '../../jobs/jobs.ts'
import { daysToNotify } from './rules.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'

let api: TestApi
let second: TestApi
beforeAll(async () => {
  api = await startApi()
  // A second process at the same database.
  second = await startApi({ db: api.db })
})
afterEach(() => moveLedgerClock(api.db, null))
afterAll(async () => {
  await second.close()
  await api.close()
})

const run = (job: 'expire' | 'remind', node = api) => runDailyJob(node.server.context, job)
const grant = (userId: string, points: number, until: string | null) =>
  give(api.db, { user_id: userId, points, expires_at: until })
const expirations = (userId: string) =>
  api.db.query<{ points: number }>(
    `select tender_point_regular + tender_point_limited as points from ledger.transactions
     where customer_id = $1 and kind = 'expire' and completed_at >= '2031-06-01'`,
    [userId],
  )
const noticesOf = (userId: string) =>
  readNotices(api.db, `user_id = $1 and dedupe_key like 'points-end:%' order by created_at`, [userId])
const mailsOf = async (userId: string) => {
  const [row] = await api.db.query<{ count: number }>(
    `select count(*)::int as count from messages where user_id = $1 and template = 'points_ending'`,
    [userId],
  )
  return row?.count
}

describe('the night', () => {
  test('books what ended at ten past midnight, once for each date, on two nodes', async () => {
    const { user_id } = await api.as('hanako')
    await moveLedgerClock(api.db, '2031-05-01T12:00:00+09:00')
    await run('expire')
    await grant(user_id, 40, '2031-06-30T23:59:59+09:00')
    await moveLedgerClock(api.db, '2031-07-01T00:09:00+09:00')
    // Not yet its hour: what is due is the night before, and that is made up for once.
    expect(await run('expire')).toBe(true)
    expect(await run('expire', second)).toBe(false)
    await moveLedgerClock(api.db, '2031-07-01T00:10:00+09:00')
    const ran = await Promise.all([
      run('expire'),
      run('expire', second),
      run('expire'),
      run('expire', second),
    ])
    expect(ran.filter(Boolean)).toHaveLength(1)
    expect(await expirations(user_id)).toEqual([{ points: 40 }])
    expect(await run('expire')).toBe(false)
    const [row] = await api.db.query<{ days: number }>(
      `select count(*)::int as days from daily_runs where job = 'expire' and finished_at is not null`,
    )
    expect(row?.days).toBe(3)
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  })

  test('a process that died in the middle is followed by the next one', async () => {
    await moveLedgerClock(api.db, '2031-08-01T00:20:00+09:00')
    await api.db.query(
      `insert into daily_runs (job, on_date, held_until) values ('expire', '2031-08-01', ledger.now() + interval '5 minutes')`,
    )
    expect(await run('expire')).toBe(false)
    await moveLedgerClock(api.db, '2031-08-01T00:25:00+09:00')
    expect(await run('expire')).toBe(true)
  })

  test('of the 29th of February has its own date', async () => {
    const { user_id } = await api.as('kyoko')
    await moveLedgerClock(api.db, '2032-02-01T12:00:00+09:00')
    await grant(user_id, 25, '2032-02-29T23:59:59+09:00')
    await moveLedgerClock(api.db, '2032-02-29T00:10:00+09:00')
    expect(await run('expire')).toBe(true)
    expect(await expirations(user_id)).not.toContainEqual({ points: 25 })
    await moveLedgerClock(api.db, '2032-03-01T00:10:00+09:00')
    expect(await run('expire')).toBe(true)
    expect(await expirations(user_id)).toContainEqual({ points: 25 })
  })
})

describe('the reminder', () => {
  test('goes out thirty and seven days before, in the app and by mail, once, for a hundred points and more', async () => {
    const { user_id } = await api.as('takasaki')
    const few = (await api.as('yoko')).user_id
    await api.db.query(
      `update users set email = coalesce(email, 'takasaki@example.com'), email_verified = true where id = $1`,
      [user_id],
    )
    await moveLedgerClock(api.db, '2033-11-01T12:00:00+09:00')
    await run('expire')
    await run('remind')
    await grant(user_id, 60, '2033-12-21T23:59:59+09:00')
    await grant(user_id, 470, '2033-12-21T09:00:00+09:00')
    await grant(few, 99, '2033-12-21T23:59:59+09:00')

    await moveLedgerClock(api.db, '2033-11-20T10:00:00+09:00')
    await run('remind')
    expect(await noticesOf(user_id)).toEqual([])
    await moveLedgerClock(api.db, '2033-11-21T10:00:00+09:00')
    await Promise.all([run('remind'), run('remind', second)])
    await run('remind')
    const notice = {
      title: 'ポイントの有効期限が近づいています',
      message: '12月21日に530ptが失効します',
    }
    expect(await noticesOf(user_id)).toEqual([notice])
    expect(await mailsOf(user_id)).toBe(1)

    // Two days without a server: the day that fell among them is made up for.
    await moveLedgerClock(api.db, '2033-12-13T10:00:00+09:00')
    await run('remind')
    await moveLedgerClock(api.db, '2033-12-16T11:00:00+09:00')
    await run('remind')
    expect(await noticesOf(user_id)).toEqual([notice, notice])
    expect(await mailsOf(user_id)).toBe(2)
    expect(await noticesOf(few)).toEqual([])
  })

  test('makes up for a week and no more', () => {
    expect(daysToNotify(null, '2027-03-01')).toEqual(['2027-03-01'])
    expect(daysToNotify('2027-02-27', '2027-03-01')).toEqual(['2027-02-28', '2027-03-01'])
    expect(daysToNotify('2026-01-01', '2028-03-01')[0]).toBe('2028-02-24')
  })
})

test('nobody is reminded at night: what was missed by day is made up for in the morning', async () => {
  const { user_id } = await api.as('hanako')
  await moveLedgerClock(api.db, '2035-03-01T12:00:00+09:00')
  await run('remind')
  await grant(user_id, 150, '2035-04-01T23:59:59+09:00')
  for (const night of ['2035-03-02T20:00', '2035-03-02T23:50', '2035-03-03T03:00', '2035-03-03T07:59']) {
    await moveLedgerClock(api.db, `${night}:00+09:00`)
    expect(await run('remind')).toBe(false)
  }
  expect((await noticesOf(user_id)).some(({ message }) => message.startsWith('4月1日'))).toBe(false)
  await moveLedgerClock(api.db, '2035-03-03T08:00:00+09:00')
  expect(await run('remind')).toBe(true)
  expect((await noticesOf(user_id)).some(({ message }) => message.startsWith('4月1日'))).toBe(true)
})
