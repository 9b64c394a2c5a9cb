import { randomUUID } from 'node:crypto'
import { castPassword } from '@shirogane/testkit/database'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { writeMessage } from '../messages/templates.ts'
import { announceTerms } from './index.ts'

let api: TestApi
let effectiveOn: string
beforeAll(async () => {
  api = await startApi()
  const [owner, accountant] = [await api.as('owner'), await api.as('accountant')]
  const params = { slug: 'tos' }
  const { newest, earliest_material } = await owner.get('admin.legalText', { params })
  effectiveOn = earliest_material
  const { title, summary, sections } = newest!
  const { waiting } = await owner.get('admin.proposeText', {
    params,
    body: {
      follows: '1.0',
      version: '2.0',
      title,
      summary,
      sections,
      changes: '残高の有効期限を改めました。',
      is_material: true,
      effective_on: effectiveOn,
    },
  })
  await accountant.get('auth.stepUp', {
    body: { method: 'password', purpose: 'legal', password: castPassword },
  })
  await accountant.get('admin.decideText', { params, body: { id: waiting!.id, decision: 'approved' } })
})
afterAll(() => api.close())

const noticesOf = async () =>
  (
    await api.db.query<{ user_id: string }>(
      `select user_id from notifications where kind = 'terms_changed' order by user_id`,
    )
  ).map(({ user_id }) => user_id)
const mailed = () =>
  api.db.query<{ user_id: string }>(
    `select user_id from messages where template = 'terms_changed' order by user_id`,
  )
const members = async (where = 'true') =>
  (
    await api.db.query<{ id: string }>(
      `select id from users where type = 'customer' and closed_at is null and ${where} order by id`,
    )
  ).map(({ id }) => id)
/** Whose connection is gone after so many bundles: in the middle of the next one, or before it. */
const brokenAfter = (bundles: number, inTheMiddle: boolean): Context => {
  const ctx = api.server.context
  let begun = 0
  return Object.assign(Object.create(ctx) as Context, {
    transact: async <T>(work: Parameters<typeof ctx.transact<T>>[0]) => {
      begun += 1
      if (begun <= bundles) return ctx.transact(work)
      if (!inTheMiddle) throw new Error('gone')
      return ctx.transact(async (tx) => {
        await work(tx)
        throw new Error('gone')
      })
    },
  })
}

test('everybody is told once, by whoever goes on where others were broken off', async () => {
  const all = await members()
  expect(all.length).toBeGreaterThan(6)
  await expect(announceTerms(brokenAfter(1, false), 2)).rejects.toThrow('gone')
  expect(await noticesOf()).toHaveLength(2)
  await expect(announceTerms(brokenAfter(1, true), 2)).rejects.toThrow('gone')
  expect(await noticesOf()).toHaveLength(4)
  // Two processes at a time, and once more afterwards.
  await Promise.all([announceTerms(api.server.context, 2), announceTerms(api.server.context, 2)])
  await announceTerms(api.server.context, 2)
  await announceTerms(api.server.context)
  expect(await noticesOf()).toEqual(all)
  // A mail goes to every confirmed address, also of a member who wants no news.
  expect((await mailed()).map(({ user_id }) => user_id)).toEqual(
    await members('email is not null and email_verified'),
  )
  expect((await mailed()).length).toBeGreaterThan(0)
})

test('the notice leads to the new text, and the mail names the day and what changes', async () => {
  const hanako = await api.as('hanako')
  const notice = (await hanako.get('notifications.list')).items.find(
    ({ title }) => title === '利用規約改定のお知らせ',
  )
  expect(notice?.action).toEqual({ label: '改定後の規約を見る', path: '/about/pp?doc=tos&version=2.0' })
  const [, month, day] = effectiveOn.split('-').map(Number)
  expect(notice?.message).toMatch(
    new RegExp(`^${month}月${day}日\\(.\\)から、改定後の利用規約が適用されます。$`),
  )
  const mail = writeMessage(
    'terms_changed',
    { effective_on: '2026-12-31', changes: '残高の有効期限を改めました。' },
    {
      brand: { short: 'ツキシロ', company: '株式会社ツキシロ銀工舎', address: '', phone: null, email: null },
      addressee: '見本 花子',
      is_staff: false,
    },
  )
  expect(mail).toMatchObject({ channel: 'mail', subject: '【ツキシロ】利用規約改定のお知らせ' })
  expect(mail.text).toContain('施行日：2026年12月31日\n変更点：残高の有効期限を改めました。')
  expect((await hanako.get('users.me')).agree_to_tos).toBe(true)
})

test('whoever registers meanwhile is told in a later round, also where their registration was slow', async () => {
  const register = async (ago: string) => {
    const id = randomUUID()
    await api.db.query(
      `insert into users (id, username, password_hash, type, terms_version, created_at)
       values ($1, $2, '-', 'customer', '1.0', now() - $3::interval)`,
      [id, `n${id.replaceAll('-', '').slice(0, 15)}`, ago],
    )
    return id
  }
  const [newcomer, slow] = [await register('0 minutes'), await register('5 minutes')]
  await announceTerms(api.server.context, 2)
  await announceTerms(api.server.context, 2)
  const notified = await noticesOf()
  expect(notified.filter((id) => id === newcomer || id === slow)).toHaveLength(2)
  expect(notified).toEqual(await members())
})

test('nobody is told of terms that are in force already', async () => {
  const id = randomUUID()
  await api.db.query(
    `insert into users (id, username, password_hash, type, terms_version) values ($1, 'osoi_hito', '-', 'customer', '2.0')`,
    [id],
  )
  await moveLedgerClock(api.db, `${effectiveOn}T00:00:00+09:00`)
  await announceTerms(api.server.context)
  await moveLedgerClock(api.db, null)
  expect(await noticesOf()).not.toContain(id)
})
