import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from './check-books.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const check = () => checkBooks(api.server.context, '2026-11-21', () => Promise.resolve())
const notified = () =>
  api.db.query(
    `select e.number, n.kind from notifications n join employees e on e.user_id = n.user_id
     where n.dedupe_key like 'books:%' order by e.number`,
  )

test('books that balance are no news', async () => {
  expect(await check()).toBe(0)
  expect(await notified()).toEqual([])
})

test('of a wallet that no entry explains the owner and accounting hear, once a day', async () => {
  const { user_id } = await api.as('hanako')
  await api.db.query(`update users set email_verified = true, email = 'owner@example.test'
    where id = (select user_id from employees where number = 'E0001')`)
  await api.db.query('alter table ledger.wallets disable trigger user')
  await api.db.query('update ledger.wallets set balance_paid = balance_paid + 1 where user_id = $1', [
    user_id,
  ])
  expect(await check()).toBeGreaterThan(0)
  const kind = 'books_unbalanced'
  const both = [
    { number: 'E0001', kind },
    { number: 'E0007', kind },
  ]
  expect(await notified()).toEqual(both)
  await check()
  expect(await notified()).toEqual(both)
  const mails = await api.db.query(
    `select id from messages where template = 'books_unbalanced' and dedupe_key like 'books:2026-11-21:%'`,
  )
  expect(mails).toHaveLength(1)
})

test('a setting that the server refuses is left out, and the check goes on', async () => {
  const { rows, setting } = await api.server.context.transact(async (tx) => ({
    rows: await tx.rows(
      `select ledger.try_setting('client_connection_check_interval', '5s') as offered,
         ledger.try_setting('client_connection_check_interval', '-1') as refused,
         ledger.try_setting('no_such_setting_of_this_server', '5s') as unknown`,
    ),
    setting: await tx.rows(`select current_setting('client_connection_check_interval') as interval`),
  }))
  expect(rows).toEqual([{ offered: true, refused: false, unknown: false }])
  expect(setting).toEqual([{ interval: '5s' }])
})
