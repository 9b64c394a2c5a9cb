// What the cast lived through is what the brand's own rules allow.
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { birthdayNight } from './birthdays.ts'
import { members } from '../cast.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('birthday points came in the night in which their month began, and to nobody else', () => {
  const [since, until] = [new Date('2026-09-24T12:00:00+09:00'), new Date('2026-11-23T00:07:00+09:00')]
  const nightOf = (date_of_birth: string | null, suspended = false) =>
    birthdayNight({ ...members[0]!, date_of_birth, suspended }, since, until)
  expect(nightOf('1975-11-30')).toEqual(new Date('2026-11-01T00:20:00+09:00'))
  expect(nightOf('1990-10-10')).toEqual(new Date('2026-10-01T00:20:00+09:00'))
  for (const birth of [null, '1984-06-12', '1980-09-30', '1991-12-01']) expect(nightOf(birth)).toBeNull()
  expect(nightOf('1975-11-30', true)).toBeNull()
  const winter = [new Date('2026-12-10T12:00:00+09:00'), new Date('2027-02-08T00:07:00+09:00')] as const
  expect(birthdayNight({ ...members[0]!, date_of_birth: '1988-01-20' }, ...winter)).toEqual(
    new Date('2027-01-01T00:20:00+09:00'),
  )
})

test('the cast has no birthday points out of their month, and what their rank was worth in it', async () => {
  expect(
    await api.db.query(
      `select u.username from ledger.transactions t join users u on u.id = t.customer_id
       left join ledger.campaign_grants g on g.transaction_id = t.id
       where t.message ->> 'code' = 'birthday' and (g.campaign is distinct from 'birthday'
         or extract(month from u.date_of_birth) is distinct from extract(month from t.completed_at at time zone 'Asia/Tokyo')
         or t.received_point_limited is distinct from
           (select l.birthday_points from levels l where l.level_index = t.level_before))`,
    ),
  ).toEqual([])
})

test('what was paid by points is no yen that were paid, and what was deferred is told of as that', async () => {
  expect(
    await api.db.query(
      `select n.kind, n.facts from notifications n join ledger.transactions t on t.id = n.transaction_id
       where t.kind = 'payment' and t.tender_point_regular + t.tender_point_limited > 0 and n.kind = 'paid'
         and n.facts -> 'total' <> to_jsonb(t.spent_total - t.tender_point_regular - t.tender_point_limited)`,
    ),
  ).toEqual([])
  const deferred = await api.db.query(
    `select distinct n.kind from notifications n join ledger.transactions t on t.id = n.transaction_id
     where t.kind = 'payment' and t.tender_later > 0`,
  )
  expect(deferred).toEqual([{ kind: 'deferred' }])
})

test('an invitation gives something to those who were invited', async () => {
  expect(
    await api.db.query(
      `select u.username from ledger.transactions t join users u on u.id = t.customer_id
       where t.message ->> 'code' like 'invite%' and not exists (select from affiliates a where a.user_id = u.id)`,
    ),
  ).toEqual([])
})

test('whoever is under age has the consent of a guardian', async () => {
  expect(
    await api.db.query(
      `select username, guardian_name from users
       where extract(year from age(now() at time zone 'Asia/Tokyo', date_of_birth)) < 18`,
    ),
  ).toEqual([{ username: 'mirai', guardian_name: '試 親' }])
})

test('something came back, some days later and at once, and the books are whole', async () => {
  expect(
    await api.db.query(
      `select t.kind, t.spent_total, t.business_date - s.business_date as days
       from ledger.transactions t join ledger.transactions s on s.id = t.related_id
       where t.kind in ('refund', 'void') order by t.kind`,
    ),
  ).toEqual([
    { kind: 'refund', spent_total: 8_800, days: 6 },
    { kind: 'void', spent_total: 1_100, days: 0 },
  ])
  expect(await api.db.query('select * from ledger.audit()')).toEqual([])
})
