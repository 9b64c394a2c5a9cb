// Who has left is noted outside the database, so that a restore of it brings no former member back.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { castPassword } from '@shirogane/testkit/database'
import { newcomer, outboxOf } from '@shirogane/testkit/acts/newcomer'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseClosed } from '../../users/me/remove.ts'
import { forgetUnverified } from '../register/forget-unverified.ts'
import { noteLeavings } from './left.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { DEMO: 'on' } })
})
afterAll(() => api.close())

const idOf = (name: string) => name.split('/')[1]
const noted = async (kind: 'left' | 'erased', who: { user_id: string }): Promise<boolean> =>
  (await api.server.context.notes.list(kind)).map(idOf).includes(who.user_id.replaceAll('-', ''))
const daysAgo = (column: 'closed_at' | 'created_at', days: number, who: Caller) =>
  api.db.query(`update users set ${column} = ${column} - make_interval(days => $2) where id = $1`, [
    who.user_id,
    days,
  ])

/** A member without a wallet's worth, who has proved that it is they who leave. */
async function leaver() {
  const who = await newcomer(api)
  await api.db.query(
    `update users set verified = true, password_hash = (select password_hash from users where username = 'hanako')
     where id = $1`,
    [who.user_id],
  )
  await api.db.query('select ledger.open_wallet($1)', [who.user_id])
  // The code of the registration was sent a moment ago.
  api.clock.forward(61_000)
  await who.get('auth.stepUpSend', { body: { purpose: 'delete' } })
  const [sms] = await outboxOf(api, who.phone, 2)
  const code = /\d{6}/.exec(sms?.text ?? '')?.[0] ?? ''
  await who.get('auth.stepUp', { body: { method: 'otp', purpose: 'delete', code } })
  return who
}
const leave = (who: Caller) => who.call('users.remove', { body: { password: castPassword } })

test('a withdrawal is noted, and so is the erasure after it', async () => {
  const who = await leaver()
  expect(await noted('left', who)).toBe(false)
  expect((await leave(who)).status).toBe(204)
  expect([await noted('left', who), await noted('erased', who)]).toEqual([true, false])
  await daysAgo('closed_at', 91, who)
  expect(await eraseClosed(api.server.context)).toBe(1)
  expect(await noted('erased', who)).toBe(true)
})

test('whoever is forgotten unverified is noted as both', async () => {
  const who = await newcomer(api)
  await daysAgo('created_at', 8, who)
  expect(await forgetUnverified(api.server.context)).toBe(1)
  expect([await noted('left', who), await noted('erased', who)]).toEqual([true, true])
})

test('a note that could not be written holds nobody, and the next round writes it', async () => {
  const who = await leaver()
  const folder = join(api.server.context.config.dataDir, 'notes')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  expect((await leave(who)).status).toBe(204)
  await rm(folder)
  expect(await noted('left', who)).toBe(false)
  await noteLeavings(api.server.context)
  expect(await noted('left', who)).toBe(true)
})
