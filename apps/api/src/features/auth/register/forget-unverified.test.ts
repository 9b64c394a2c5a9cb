import { randomUUID } from 'node:crypto'
import { codeFor, newcomer, sendRegistration } from '@shirogane/testkit/acts/newcomer'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetUnverified } from './forget-unverified.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('whoever never proved a phone is forgotten after seven days, and all that they held is free again', async () => {
  const gone = await newcomer(api, { email: 'kieru@example.com' })
  const stays = await newcomer(api)
  await stays.get('auth.verifyUser', { body: { pin: await codeFor(api, stays.phone) } })
  expect(await forgetUnverified(api.server.context)).toBe(0)

  await api.db.query(`update users set created_at = created_at - interval '8 days' where id = any ($1)`, [
    [gone.user_id, stays.user_id],
  ])
  expect(await forgetUnverified(api.server.context)).toBe(1)
  expect(await forgetUnverified(api.server.context)).toBe(0)
  expect((await gone.call('users.me')).status).toBe(401)
  expect((await stays.get('users.me')).verified).toBe(true)
  const [row] = await api.db.query<{ phone_number: null; email: null }>(
    'select phone_number, email from users where id = $1',
    [gone.user_id],
  )
  expect(row).toEqual({ phone_number: null, email: null })
  expect((await sendRegistration(api, gone.form)).status).toBe(201)
})

test('what they asked and nobody has answered yet stays a question, as a visitor’s', async () => {
  const gone = await newcomer(api)
  const asked = { id: randomUUID(), name: '見本 花子', email: 'hanako@example.com', kind: 'account' } as const
  await gone.get('contacts.create', { body: { ...asked, message: 'SMSが届きません。' } })
  await api.db.query(`update users set created_at = created_at - interval '8 days' where id = $1`, [
    gone.user_id,
  ])
  expect(await forgetUnverified(api.server.context)).toBe(1)
  expect(
    await api.db.query('select user_id, email, message, status from contacts where id = $1', [asked.id]),
  ).toEqual([{ user_id: null, email: asked.email, message: 'SMSが届きません。', status: 'open' }])
})
