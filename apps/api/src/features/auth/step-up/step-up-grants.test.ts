// How long a second proof is good, for what and where. Which acts ask for one is told beside each of them.
import { randomUUID } from 'node:crypto'
import { type Browser, openBrowser } from '@shirogane/testkit/calls/browser'
import { castPassword } from '@shirogane/testkit/database'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const second = 1_000
const ago = (ms: number) => -ms
const isAskedFor = { status: 403, body: { code: 'STEP_UP_REQUIRED' } }

let api: TestApi
let hanako: Browser
beforeAll(async () => {
  api = await startApi({ env: { DEMO: 'on' } })
  api.clock.stop()
})
afterAll(() => api.close())
beforeEach(async () => {
  hanako = await openBrowser(api.url, 'hanako')
  // Of many sessions the oldest ends by itself, and on a clock that stands still all are as old.
  await hanako.call('auth.revokeAll')
})

const prove = async (who: Browser, purpose: string, ref?: string): Promise<void> => {
  const body = { method: 'password', purpose, password: castPassword, ...(ref !== undefined && { ref }) }
  expect((await who.call('auth.stepUp', { body })).status).toBe(200)
}
/** A bearer lives no longer than a proof, so that a page renews it meanwhile. */
const renew = async (who: Browser): Promise<void> => {
  const reply = await who.call('auth.refreshAccessToken', { body: { refresh_token: who.handle } })
  expect(reply.status).toBe(200)
}
async function textedTo(phone: string): Promise<string> {
  const { body } = await api.nobody.send('GET', `/demo/outbox?to=${encodeURIComponent(phone)}`)
  const { items } = body as { items: { template: string; text: string }[] }
  const sms = items.find(({ template }) => template === 'step_up_code')
  return /(?<!\d)\d{6}(?!\d)/.exec(sms?.text ?? '')?.[0] ?? ''
}

describe('a proof', () => {
  test('is good to the end of five minutes', async () => {
    await prove(hanako, 'export')
    api.clock.forward(299 * second)
    expect((await hanako.call('users.export')).status).toBe(200)
  })

  test('is none after five minutes, and a fresh bearer does not lengthen it', async () => {
    await prove(hanako, 'export')
    api.clock.forward(200 * second)
    await renew(hanako)
    api.clock.forward(101 * second)
    expect(await hanako.call('users.export')).toMatchObject(isAskedFor)
  })

  test('is none before the moment at which it was given, so that a clock that is set back helps nobody', async () => {
    await prove(hanako, 'export')
    api.clock.forward(ago(10 * second))
    expect(await hanako.call('users.export')).toMatchObject(isAskedFor)
    api.clock.forward(10 * second)
    expect((await hanako.call('users.export')).status).toBe(200)
  })

  test('outlives the rotation of its session, and ends with its session', async () => {
    await prove(hanako, 'export')
    await hanako.call('auth.refreshToken', { headers: { 'X-Requested-By': 'app' } })
    expect((await hanako.call('users.export')).status).toBe(200)

    await prove(hanako, 'export')
    await hanako.call('auth.logout', { body: { refresh_token: hanako.handle } })
    const next = await openBrowser(api.url, 'hanako')
    expect(await next.call('users.export')).toMatchObject(isAskedFor)
  })

  test('is used up by one of two acts that come at once', async () => {
    await prove(hanako, 'export')
    const replies = await Promise.all([1, 2, 3, 4].map(() => hanako.call('users.export')))
    expect(Map.groupBy(replies, ({ status }) => status).get(200)).toHaveLength(1)
    expect(Map.groupBy(replies, ({ status }) => status).get(403)).toHaveLength(3)
  })

  test('of one purpose, or for another object, opens nothing else', async () => {
    await prove(hanako, 'pay', randomUUID())
    await prove(hanako, 'export', 'something else')
    expect(await hanako.call('users.export')).toMatchObject(isAskedFor)
  })

  test('that somebody else gave opens nothing of this person', async () => {
    await prove(await openBrowser(api.url, 'kyoko'), 'export')
    expect(await hanako.call('users.export')).toMatchObject(isAskedFor)
  })
})

describe('the code of an SMS', () => {
  let phone: string
  beforeAll(async () => {
    const [row] = await api.db.query<{ phone: string }>(
      `select phone_number as phone from users where username = 'hanako'`,
    )
    phone = row!.phone
  })

  test('is good in the session that asked for it, for the object that it was asked for, and there once', async () => {
    const ref = '9999-001-0012345'
    const elsewhere = await openBrowser(api.url, 'hanako')
    const sent = await hanako.call('auth.stepUpSend', { body: { purpose: 'payout_method', ref } })
    expect(sent).toMatchObject({ status: 200 })
    const code = await textedTo(phone)
    expect(code).toMatch(/^\d{6}$/)
    const body = { method: 'otp', purpose: 'payout_method', ref, code }
    expect(await elsewhere.call('auth.stepUp', { body })).toMatchObject({ body: { code: 'PIN_EXPIRED' } })
    for (const other of [
      { ...body, ref: '9999-001-0012346' },
      { ...body, ref: undefined },
    ])
      expect(await hanako.call('auth.stepUp', { body: other })).toMatchObject({
        body: { code: 'PIN_EXPIRED' },
      })
    expect((await hanako.call('auth.stepUp', { body })).status).toBe(200)
    expect(await hanako.call('auth.stepUp', { body })).toMatchObject({ body: { code: 'PIN_EXPIRED' } })
  })
})
