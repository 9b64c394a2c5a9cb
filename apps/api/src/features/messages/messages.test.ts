import { type Carrier, refusal, startCarrier } from '@shirogane/testkit/servers/carrier'
import { type MailServer, startMailServer } from '@shirogane/testkit/servers/mail-server'
import { patienceMs } from '@shirogane/testkit/patience'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverDue, enqueueMessage } from './index.ts'
import { takeDueMessages } from './store.ts'
import { writeMessage } from './templates.ts'

let api: TestApi
let mailServer: MailServer
let carrier: Carrier
beforeAll(async () => {
  ;[mailServer, carrier] = await Promise.all([startMailServer(), startCarrier()])
  api = await startApi({
    env: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'ツキシロ <no-reply@example.jp>',
      SMS_URL: carrier.url,
      SMS_ACCOUNT: 'AC00000000000000000000000000000001',
      SMS_TOKEN: 'token-of-the-carrier',
      SMS_FROM: '+815000000000',
    },
  })
})
afterAll(async () => {
  await api.close()
  await Promise.all([mailServer.close(), carrier.close()])
})
beforeEach(() => {
  mailServer.mails.length = 0
  carrier.requests.length = 0
})

let serial = 0
const key = (): string => `test:${(serial += 1)}`
const leave = (message: Parameters<typeof enqueueMessage>[2]) =>
  enqueueMessage(api.server.context, api.server.context.db, message)
const code = (text = '012345') =>
  ({
    to: '+819000000002',
    template: 'verification_code',
    data: { code: text, host: 'app.example.jp' },
  }) as const
const rowOf = async (dedupeKey: string) =>
  (
    await api.db.query<{
      sent_at: Date | null
      failure: string | null
      attempts: number
      encrypted: Buffer | null
    }>('select sent_at, failure, attempts, encrypted from messages where dedupe_key = $1', [dedupeKey])
  )[0]

const deliverAll = () =>
  Promise.all((['mail', 'sms'] as const).map((channel) => deliverDue(api.server.context, channel)))

/** Lets the messenger try until the message has its end. */
async function delivered(dedupeKey: string) {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    await deliverAll()
    const row = await rowOf(dedupeKey)
    if (row?.sent_at || row?.failure) return row
    api.clock.forward(120_000)
    await new Promise((wake) => setTimeout(wake, 10))
  }
  throw new Error('The message has no end')
}

test('who waits for a code has it before all who are told of something at once', async () => {
  const ctx = api.server.context
  const channels: string[] = []
  const undone = ctx.transact(async (tx) => {
    const take = (count: number) =>
      takeDueMessages(tx, { channels: ['mail', 'sms'], at: api.clock.now(), count, leaseSeconds: 60 })
    await take(1_000)
    const news = { to: 'kyoko@example.com', template: 'password_changed', data: {}, can_wait: true } as const
    for (const dedupe_key of [key(), key()]) await enqueueMessage(ctx, tx, { ...news, dedupe_key })
    await enqueueMessage(ctx, tx, { ...code(), dedupe_key: key() })
    for (const count of [1, 2]) channels.push(...(await take(count)).map(({ channel }) => channel))
    throw new Error('seen')
  })
  await expect(undone).rejects.toThrow('seen')
  expect(channels).toEqual(['sms', 'mail', 'mail'])
})

test('a mail arrives through a real mail server, with its subject, its greeting and the variant letters of the name', async () => {
  const takasaki = await api.as('takasaki')
  const dedupe_key = key()
  await leave({
    user_id: takasaki.user_id,
    to: 'takasaki08@example.com',
    template: 'password_changed',
    data: {},
    dedupe_key,
  })
  await delivered(dedupe_key)
  const [mail] = mailServer.mails
  expect(mail?.to).toEqual(['takasaki08@example.com'])
  expect(mail?.from).toBe('no-reply@example.jp')
  expect(mail?.headers['subject']).toBe('【ツキシロ】パスワードが変更されました')
  expect(mail?.headers['auto-submitted']).toBe('auto-generated')
  expect(mail?.text).toContain('髙﨑 外字 様\n')
  expect(mail?.text).toMatch(
    /\n株式会社ツキシロ銀工舎\n〒920-0981 石川県金沢市片町0-0-0\nお問い合わせ：076-100-0000／help@example\.jp\n$/,
  )
})

test('an address with a comma reaches one mailbox and never two', async () => {
  const dedupe_key = key()
  await leave({ to: 'a..b.@example.jp,evil@example.com', template: 'password_changed', data: {}, dedupe_key })
  await delivered(dedupe_key)
  expect(mailServer.mails.flatMap(({ to }) => to)).not.toContain('evil@example.com')
})

test('an SMS goes to the carrier as its API asks for it, and the code keeps its leading zero', async () => {
  const dedupe_key = key()
  await leave({ ...code(), dedupe_key })
  await delivered(dedupe_key)
  expect(carrier.requests).toEqual([
    {
      path: '/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json',
      authorization: `Basic ${Buffer.from('AC00000000000000000000000000000001:token-of-the-carrier').toString('base64')}`,
      form: {
        To: '+819000000002',
        From: '+815000000000',
        Body: '【ツキシロ】認証コードは 012345 です。10分以内に入力してください。他人に教えないでください。\n\n@app.example.jp #012345',
      },
    },
  ])
})

test('one event makes one message, however often it is told', async () => {
  const dedupe_key = key()
  const notified = await Promise.all(Array.from({ length: 8 }, () => leave({ ...code(), dedupe_key })))
  expect(notified.filter(Boolean)).toHaveLength(1)
  // Not by `settled`: its clock runs past the time for which the server's own messenger may hold what it is sending.
  const isSent = async () => (await deliverAll(), (await rowOf(dedupe_key))?.sent_at)
  await expect.poll(isSent, { timeout: patienceMs }).toBeTruthy()
  expect(carrier.requests).toHaveLength(1)
})

test('what is rolled back is not told', async () => {
  const dedupe_key = key()
  const { context } = api.server
  const failing = context.transact(async (tx) => {
    await enqueueMessage(context, tx, { ...code(), dedupe_key })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await rowOf(dedupe_key)).toBeUndefined()
})

test('a carrier that is down is tried three times and sends once when it is back', async () => {
  const dedupe_key = key()
  carrier.answers.push(refusal(500, 20500, 'Internal Server Error'), refusal(429, 20429, 'Too Many Requests'))
  await leave({ ...code(), dedupe_key })
  expect(await delivered(dedupe_key)).toMatchObject({ attempts: 3, failure: null })
  expect(carrier.requests).toHaveLength(3)

  const lost = key()
  carrier.answers.push(...Array.from({ length: 3 }, () => refusal(503, 20503, 'Service Unavailable')))
  await leave({ ...code(), dedupe_key: lost })
  expect(await delivered(lost)).toMatchObject({
    attempts: 3,
    failure: 'HTTP 503 code 20503',
    encrypted: null,
  })
})

test('a number that takes no SMS is not tried again, and its owner is told by mail', async () => {
  const { user_id } = await api.as('hanako')
  const dedupe_key = key()
  carrier.answers.push(refusal(400, 21211, "The 'To' number +819000000002 is not a valid phone number."))
  await leave({ ...code(), user_id, dedupe_key })
  expect(await delivered(dedupe_key)).toMatchObject({ attempts: 1, failure: 'HTTP 400 code 21211' })
  await expect.poll(() => mailServer.mails.length).toBeGreaterThan(0)
  expect(mailServer.mails[0]).toMatchObject({ to: ['hanako02@example.com'] })
  expect(mailServer.mails[0]?.headers['subject']).toBe('【ツキシロ】SMSを送信できませんでした')
})

test('a mail server that is busy is asked again, and one that refuses the address is not', async () => {
  const dedupe_key = key()
  mailServer.refuseWith(451)
  await leave({ to: 'later@example.jp', template: 'password_changed', data: {}, dedupe_key })
  await deliverAll()
  await expect.poll(async () => (await rowOf(dedupe_key))?.attempts).toBeGreaterThan(0)
  mailServer.refuseWith(null)
  expect(await delivered(dedupe_key)).toMatchObject({ failure: null })

  const gone = key()
  mailServer.refuseWith(550)
  await leave({ to: 'nobody@example.jp', template: 'password_changed', data: {}, dedupe_key: gone })
  const row = await delivered(gone)
  mailServer.refuseWith(null)
  expect(row.failure).toContain('550')
  expect(row.attempts).toBe(1)
})

test('a slow mail server holds up no SMS, and no mail that another process can carry', async () => {
  const slow = await startMailServer()
  const goOn = slow.stall()
  const env = {
    SMTP_URL: slow.url,
    MAIL_FROM: 'ツキシロ <no-reply@example.jp>',
    SMS_URL: carrier.url,
    SMS_ACCOUNT: 'AC00000000000000000000000000000001',
    SMS_TOKEN: 'token-of-the-carrier',
    SMS_FROM: '+815000000000',
  }
  const here = await startApi({ env })
  const ctx = here.server.context
  const mails = Array.from({ length: 6 }, (_, n) => `waits${n}@example.com`)
  for (const to of mails) {
    const mail = { to, template: 'password_changed', data: {}, dedupe_key: key() } as const
    await enqueueMessage(ctx, ctx.db, mail)
  }
  ctx.wakeMessenger()
  await expect.poll(() => slow.mails).not.toEqual([])
  await enqueueMessage(ctx, ctx.db, { ...code(), dedupe_key: key() })
  ctx.wakeMessenger()
  await expect.poll(() => carrier.requests).toHaveLength(1)

  const there = await startApi({ env: { ...env, SMTP_URL: mailServer.url }, db: here.db })
  await expect.poll(() => mailServer.mails.length + slow.mails.length).toBe(mails.length)
  goOn()
  const sent = () => here.db.query(`select attempts from messages where sent_at is not null`)
  await expect.poll(sent).toEqual(Array.from({ length: mails.length + 1 }, () => ({ attempts: 1 })))
  expect([...slow.mails, ...mailServer.mails].flatMap(({ to }) => to).toSorted()).toEqual(mails)
  await Promise.all([there.server.close(), here.server.close()])
  await Promise.all([slow.close(), here.db.close()])
})

test('the database alone shows neither the address nor the code', async () => {
  const dedupe_key = key()
  carrier.answers.push({ status: 500, body: {} })
  await leave({ ...code('918273'), dedupe_key })
  const [row] = await api.db.query<{ all: string }>(
    `select messages::text || encode(coalesce(encrypted, ''), 'escape') as "all" from messages where dedupe_key = $1`,
    [dedupe_key],
  )
  expect(row?.all).not.toContain('918273')
  expect(row?.all).not.toContain('9000000002')
  await delivered(dedupe_key)
})

test('the demo’s outbox shows what was sent, by its recipient', async () => {
  const dedupe_key = key()
  await leave({ ...code('445566'), to: '+819000007777', dedupe_key })
  await delivered(dedupe_key)
  const { body, status } = await api.nobody.send('GET', '/demo/outbox?to=%2B819000007777')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    items: [{ channel: 'sms', to: '+819000007777', template: 'verification_code' }],
  })
  expect(JSON.stringify(body)).toContain('445566')
})

test('whoever works here is written to by the name that the brand has, and not as a customer', async () => {
  const { user_id } = await api.as('owner')
  const alert = {
    template: 'prepaid_alert',
    data: {
      kind: 'prepaid_alert',
      facts: { base_on: '2027-03-31', unused: 8_000_000, threshold: 10_000_000, alert: 8_000_000 },
    },
  } as const
  const change = { template: 'account_changed', data: { event: 'passkey_added' } } as const
  for (const letter of [alert, change]) {
    const dedupe_key = key()
    await leave({ ...letter, user_id, to: 'owner@example.jp', dedupe_key })
    await delivered(dedupe_key)
  }
  const [told, changed] = mailServer.mails.map(({ text }) => text)
  expect(told).toMatch(/^見本 一郎 様\n\n未使用残高が8,000,000円に達しました。/)
  for (const text of [told, changed]) expect(text).not.toMatch(/ご利用いただき|お問い合わせ/)
  expect(changed).toContain('お心当たりのない場合は、ただちに本部までご連絡ください。')
})

test('a footer names what is set to ask by, and nothing else', () => {
  const of = (contact: { phone: string | null; email: string | null }) => {
    const brand = { short: 'ツキシロ', company: '会社', address: '住所', ...contact }
    const written = writeMessage('password_changed', {}, { brand, addressee: null, is_staff: false })
    return written.text.slice(written.text.indexOf('会社'))
  }
  expect(of({ phone: '076-100-0000', email: null })).toBe('会社\n住所\nお問い合わせ：076-100-0000\n')
  expect(of({ phone: null, email: 'help@example.jp' })).toBe('会社\n住所\nお問い合わせ：help@example.jp\n')
  expect(of({ phone: null, email: null })).toBe('会社\n住所\n')
})

test('no subject is longer than a phone shows', () => {
  const brand = { short: 'ツキシロ', company: '', address: '', phone: null, email: null }
  const stranger = { brand, addressee: null, is_staff: false }
  const letters = [
    writeMessage('password_changed', {}, stranger),
    writeMessage('reset_code_mail', { code: '012345' }, stranger),
    writeMessage('registered', { username: 'hanako', points: 100 }, { ...stranger, addressee: '例示 花子' }),
  ]
  for (const letter of letters)
    expect(letter.channel === 'mail' && [...letter.subject].length).toBeLessThanOrEqual(30)
})
