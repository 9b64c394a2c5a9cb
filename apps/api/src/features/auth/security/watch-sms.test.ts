// Codes that are texted and never confirmed: where they pause, who hears of it, and who is not held up.
import { randomUUID } from 'node:crypto'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchSms } from './watch-sms.ts'
import { readNotices } from '@shirogane/testkit/calls/notices'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => api.db.query('delete from sms_pauses; delete from pins'))

const block = '+81900000'
/** What the cast's numbers were sent an hour's part ago: so many numbers, of which so many confirmed. */
async function texted(
  asked: number,
  confirmed: number,
  { at = block, from = '203.0.113', minutesAgo = 20, codes = 1 } = {},
): Promise<void> {
  await api.db.query(
    `insert into pins (id, purpose, owner, target_name, pin_hash, created_at, expires_at, used_at, voided_at, sms_block, sms_network)
     select gen_random_uuid(), 'verify_phone', 'a', $1 || n, decode(repeat('00', 32), 'hex'),
       $2::timestamptz - make_interval(mins => $3::int, secs => c), $2::timestamptz - make_interval(mins => $3::int - 10, secs => c),
       case when n <= $4 and c = 1 then $2::timestamptz - make_interval(mins => $3::int) end,
       case when c > 1 then $2::timestamptz - make_interval(mins => $3::int) end, $5, $6
     from generate_series(1, $7::int) n, generate_series(1, $8::int) c`,
    [randomUUID(), new Date(api.server.context.now()), minutesAgo, confirmed, at, from, asked, codes],
  )
}
const watch = () => watchSms(api.server.context)
const pauses = () =>
  api.db.query<{ scope: string; name: string }>('select scope, name from sms_pauses order by scope, name')
async function send() {
  const taro = await api.signIn('taro')
  await api.db.query(`delete from pins where owner = $1`, [taro.user_id])
  return taro.call('auth.sendVerify', { body: {} })
}
const count = async (sql: string) =>
  (await api.db.query<{ n: number }>(`select count(*)::int as n ${sql}`))[0]?.n

describe('texts pause', () => {
  test('for a block of numbers of which fewer than three in ten confirm, with the sentence of the day’s cap', async () => {
    await texted(20, 5)
    await watch()
    const before = await count('from messages')
    const reply = await send()
    expect([reply.status, reply.body]).toMatchObject([
      429,
      {
        code: 'PIN_SEND_LIMIT',
        message: '送信回数の上限に達しました。時間をおいてお試しください。',
      },
    ])
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(3_500)
    expect(await count('from messages')).toBe(before)
    // The other numbers of the country go on.
    await api.db.query(`update sms_pauses set name = '+81801234' where scope = 'block'`)
    await api.db.query(`delete from sms_pauses where scope = 'network'`)
    expect((await send()).status).toBe(200)
  })

  test('for a network whose numbers stay silent wherever they are', async () => {
    for (let n = 0; n < 20; n += 1) await texted(1, 0, { at: `+8180${1000 + n}` })
    await watch()
    expect(await pauses()).toEqual([
      { scope: 'all', name: '' },
      { scope: 'network', name: '203.0.113' },
    ])
    expect((await send()).status).toBe(200)
    await api.db.query(`update sms_pauses set name = '127.0.0' where scope = 'network'`)
    expect((await send()).status).toBe(429)
  })

  test('for an hour, after which the next hour’s numbers speak for themselves', async () => {
    await texted(20, 0)
    await watch()
    await api.db.query(`update sms_pauses set until = now()`)
    await api.db.query(`update pins set created_at = created_at - interval '1 hour'`)
    await watch()
    expect(await count(`from sms_pauses where until > now() + interval '1 minute'`)).toBe(0)
    expect((await send()).status).toBe(200)
  })

  test('and a forgotten password tells nobody, reaches a proved number alone and guesses as ever', async () => {
    await api.db.query(`update users set phone_verified = false where username = 'takasaki'`)
    await texted(20, 0)
    await watch()
    const before = await count('from messages')
    const replies = await Promise.all(
      ['okure', 'takasaki', 'nobody_at_all'].map(async (credential) => {
        const sent = await api.nobody.call('auth.sendReset', { body: { credential } })
        const wrong = await api.nobody.call('auth.checkReset', {
          body: { pin: '000000' },
          headers: { Cookie: `reset=${sent.cookies['reset']}` },
        })
        return [sent.status, sent.body, wrong.status, (wrong.body as { code: string }).code]
      }),
    )
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect(replies[0]?.slice(2)).toEqual([400, 'PIN_INVALID'])
    expect(await count('from messages')).toBe((before ?? 0) + 1)
  })
})

describe('texts go on', () => {
  test('where three in ten confirm, and where too few numbers were asked to say anything', async () => {
    await texted(20, 6)
    await texted(19, 0, { at: '+81801234', from: '198.51.100' })
    await texted(60, 60, { at: '+81805678', from: '192.0.2' })
    await watch()
    expect(await pauses()).toEqual([])
  })

  test('for codes that can still be confirmed, that are older than an hour, or that were asked again by the same number', async () => {
    await texted(30, 0, { minutesAgo: 5 })
    await texted(30, 0, { minutesAgo: 75 })
    await texted(10, 0, { codes: 5 })
    await watch()
    expect(await pauses()).toEqual([])
  })
})

test('of many watchers at once one tells the owners, by the bell and by mail', async () => {
  const [owner] = await api.db.query<{ user_id: string }>(
    `select e.user_id from employees e where e.type = 'owner' and e.active`,
  )
  await api.db.query(`update users set email = 'owner@example.com', email_verified = true where id = $1`, [
    owner?.user_id,
  ])
  const mails = () => count(`from messages where template = 'sms_unconfirmed'`)
  const [begun, before] = [api.server.context.now(), await mails()]
  await texted(20, 5)
  await Promise.all([watch(), watch(), watch(), watch()])
  const notified = await readNotices(
    api.db,
    `user_id = $1 and dedupe_key like 'sms-pause:%' and created_at >= $2 order by facts ->> 'scope' = 'all', facts ->> 'scope'`,
    [owner?.user_id, begun],
  )
  const figures = '直近1時間の認証コードは、20件中5件の確認にとどまっています。'
  expect(notified).toEqual([
    {
      title: 'SMSの送信を一時停止しました',
      message: `090-0000で始まる電話番号へのSMSの送信を1時間停止しました。${figures}`,
    },
    {
      title: 'SMSの送信を一時停止しました',
      message: `ネットワーク（203.0.113）からのSMSの送信を1時間停止しました。${figures}`,
    },
    { title: 'SMSの確認率が低下しています', message: `${figures}SMSの送信は続けています。` },
  ])
  expect(await mails()).toBe((before ?? 0) + 3)
  const { body } = await api.nobody.send('GET', '/metrics')
  expect(String(body)).toMatch(/^sms_codes\{state="pauses"\} 2$/m)
})
