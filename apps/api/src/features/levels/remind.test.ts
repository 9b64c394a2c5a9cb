import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runDailyJob } from '../../jobs/jobs.ts'
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

/** The morning of this day, in Tokyo. */
async function morning(at: string, node = api): Promise<boolean> {
  await moveLedgerClock(api.db, at)
  return remind(node)
}
const remind = (node = api) => runDailyJob(node.server.context, 'remind_of_ranks')

/** A member who brought this rank into the year and has bought for so many yen since. */
async function standsAt(userId: string, year: number, rank: number, bought: number): Promise<void> {
  await api.db.query(
    `update ledger.wallets set level_index = $3, level_carried = $3, level_year = $2, level_accumulation = $4
     where user_id = $1`,
    [userId, year, rank, bought],
  )
  await api.db.query(
    `update users set email = coalesce(email, username || '@example.com'), email_verified = true where id = $1`,
    [userId],
  )
}
const noticesOf = async (userId: string) => {
  const rows = await readNotices(
    api.db,
    `user_id = $1 and dedupe_key like 'level-fall:%' order by created_at`,
    [userId],
  )
  return rows.map(({ message }) => message)
}
const mailsOf = (userId: string) =>
  api.db.query(`select id from messages where user_id = $1 and template = 'level_falling'`, [userId])

test('from 1 December whoever would fall at New Year is told once, in the app and by mail', async () => {
  const [hanako, kyoko] = [(await api.as('hanako')).user_id, (await api.as('kyoko')).user_id]
  await standsAt(hanako, 2031, 2, 52_000)
  await standsAt(kyoko, 2031, 1, 30_000)
  await morning('2031-11-30T10:00:00+09:00')
  await morning('2031-12-01T09:59:00+09:00')
  expect(await noticesOf(hanako)).toEqual([])

  await moveLedgerClock(api.db, '2031-12-01T10:00:00+09:00')
  await Promise.all([remind(), remind(second), remind(), remind(second)])
  const text =
    '現在のご利用状況では、2032年1月1日に会員ランクが「いぶし」から「つちめ」に変わります。12月31日までにあと48,000円のお買い上げ（ポイントでのお支払い分を除く）で、「いぶし」を継続いただけます。'
  expect(await noticesOf(hanako)).toEqual([text])
  expect(await mailsOf(hanako)).toHaveLength(1)
  expect(await noticesOf(kyoko)).toEqual([])

  // The other mornings of the year are quiet, also for a member whose rank comes to fall later.
  await standsAt(kyoko, 2031, 2, 30_000)
  await morning('2031-12-02T10:00:00+09:00', second)
  await morning('2031-12-31T10:00:00+09:00')
  expect(await noticesOf(hanako)).toEqual([text])
  expect(await noticesOf(kyoko)).toEqual([])
})

test('an installation that was away tells when it is back, and nobody of a year that is over', async () => {
  const { user_id } = await api.as('takasaki')
  await standsAt(user_id, 2033, 3, 1)
  await morning('2033-12-09T15:00:00+09:00')
  expect(await noticesOf(user_id)).toHaveLength(1)

  // The whole of December without a server: what is due in the first hours of January is the last of them.
  await standsAt(user_id, 2034, 3, 1)
  expect(await morning('2035-01-01T08:00:00+09:00')).toBe(true)
  expect(await noticesOf(user_id)).toHaveLength(1)
})

test('a round that died in the middle is finished by the next, without telling anybody twice', async () => {
  const [hanako, kyoko] = [(await api.as('hanako')).user_id, (await api.as('kyoko')).user_id]
  await standsAt(hanako, 2036, 3, 100_000)
  await morning('2036-12-01T10:00:00+09:00')
  const notified = await noticesOf(hanako)
  await api.db.query(
    `update daily_runs set finished_at = null where job = 'remind_of_ranks' and on_date = '2036-12-01'`,
  )
  await standsAt(kyoko, 2036, 3, 100_000)
  expect(await morning('2036-12-02T10:00:00+09:00', second)).toBe(true)
  expect(await noticesOf(hanako)).toEqual(notified)
  expect(await noticesOf(kyoko)).toHaveLength(1)
})

test('whoever wants no such mails reads it in the app alone', async () => {
  const yoko = await api.as('yoko')
  await standsAt(yoko.user_id, 2038, 1, 29_999)
  await api.db.query(
    `insert into notification_choices (user_id, mail_off) values ($1, '{offer}')
     on conflict (user_id) do update set mail_off = excluded.mail_off`,
    [yoko.user_id],
  )
  await morning('2038-12-01T10:00:00+09:00')
  expect(await noticesOf(yoko.user_id)).toEqual([
    '現在のご利用状況では、2039年1月1日に会員ランクが「つちめ」から「なしじ」に変わります。12月31日までにあと1円のお買い上げ（ポイントでのお支払い分を除く）で、「つちめ」を継続いただけます。',
  ])
  expect(await mailsOf(yoko.user_id)).toEqual([])
})
