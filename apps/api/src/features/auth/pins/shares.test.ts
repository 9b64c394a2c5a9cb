// A person who knows only a name uses up nothing that its owner needs: neither codes nor logins nor PINs.
import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { limits } from '@shirogane/contract/rules/limits'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { codeFor, newcomer, newcomerPassword, outboxOf } from '@shirogane/testkit/acts/newcomer'
import type { Reply } from '@shirogane/testkit/calls/caller'
import { prove } from '@shirogane/testkit/acts/rewards'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { caps, type Share } from './pin-shares.ts'
import { issueEmailUndo } from '../email/undo.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
  api.clock.stop()
})
afterAll(() => api.close())
beforeEach(async () => {
  // Within one half hour, and with time left in it: that is as long as failures are counted together.
  api.clock.forward(1_800_000 - (api.clock.now().getTime() % 1_800_000))
  await api.db.query('delete from rate_limits; delete from sms_pauses')
})

const derive = promisify(pbkdf2)
const codeOf = ({ body }: Reply): string => (body as { code?: string }).code ?? 'done'
const from = (ip: string, cookie = '') => ({
  headers: { 'X-Forwarded-For': ip, ...(cookie && { Cookie: cookie }) },
})
const strange = '203.0.113.9'
const wrongThan = (pin: string, by = 1): string => String((Number(pin) + by) % 1_000_000).padStart(6, '0')

/** A member with a number that they have proved, who is at home in one browser and on one network. */
async function member() {
  const one = await newcomer(api)
  const pin = await codeFor(api, one.phone)
  expect((await one.call('auth.verifyUser', { body: { pin } })).status).toBe(200)
  const username = String(one.form['username'])
  // Their own browser on their own network, as a login with its code would have left it.
  const did = `did-of-${username}-at-home`
  await api.db.query(`update sessions set device_id = $2, ip = '198.51.100.20' where user_id = $1`, [
    one.user_id,
    did,
  ])
  await api.db.query(`update pins set created_at = created_at - interval '2 days'`)
  // Of what is sent from here on the newest comes first.
  api.clock.forward(1_000)
  return { ...one, username, home: from('198.51.100.20', `did=${did}`), network: from('198.51.100.77') }
}
const smsTo = async (phone: string): Promise<number> => (await outboxOf(api, phone, 0)).length
const sendReset = (credential: string, how = from(strange)) =>
  api.nobody.call('auth.sendReset', { body: { credential }, ...how })
const checkReset = (sent: Reply, pin: string, how = from(strange)) =>
  api.nobody.call('auth.checkReset', {
    body: { pin },
    headers: { ...how.headers, Cookie: `reset=${sent.cookies['reset']}` },
  })

describe('a stranger who knows a name', () => {
  test('gets three codes an hour and five a day sent, and the owner gets theirs at home and where they are signed in', async () => {
    const one = await member()
    const before = await smsTo(one.phone)
    const sent: number[] = []
    for (let hour = 0; hour < 4; hour += 1) {
      for (let turn = 0; turn < 4; turn += 1) {
        await Promise.all(Array.from({ length: 5 }, (_, n) => sendReset(one.username, from(`192.0.${n}.1`))))
        api.clock.forward(61_000)
      }
      const expected = before + (hour === 0 ? 3 : 5)
      sent.push((await outboxOf(api, one.phone, expected)).length - before)
      api.clock.forward(3_600_000)
    }
    expect(sent).toEqual([3, 5, 5, 5])

    const again = await api.nobody.call('auth.login', {
      body: { credential: one.username, password: newcomerPassword },
      headers: { ...one.home.headers, 'X-Client-Type': 'api' },
    })
    expect(again.body).toHaveProperty('token')
    const { token } = again.body as { token: { access_token: string } }
    const asked = await api.nobody.call('auth.stepUpSend', {
      body: { purpose: 'export' },
      headers: { Authorization: `Bearer ${token.access_token}` },
    })
    expect(asked.status).toBe(200)
    await outboxOf(api, one.phone, before + 6)
    api.clock.forward(1_000)
    const back = await sendReset(one.username, one.home)
    const [newest] = await outboxOf(api, one.phone, before + 7)
    expect(newest?.template).toBe('reset_code_sms')
    expect((await checkReset(back, await codeFor(api, one.phone))).status).toBe(200)
  })

  test('takes from nobody on a network that the account knows, nor from a login with the right password', async () => {
    const one = await member()
    const before = await smsTo(one.phone)
    for (let turn = 0; turn < 3; turn += 1) {
      await sendReset(one.username)
      api.clock.forward(61_000)
    }
    const login = await api.nobody.call('auth.login', {
      body: { credential: one.username, password: newcomerPassword },
      ...from('192.0.2.1'),
    })
    expect(login.body).toMatchObject({ mfa_required: true, sent: true })
    expect((await outboxOf(api, one.phone, before + 4))[0]?.template).toBe('login_code_sms')
    api.clock.forward(1_000)
    await sendReset(one.username, one.network)
    expect((await outboxOf(api, one.phone, before + 5))[0]?.template).toBe('reset_code_sms')
  })

  test('silences no owner by the texts, the asking and the guesses of a network that both are on', async () => {
    const one = await member()
    const before = await smsTo(one.phone)
    const full = async (bucket: string, max: number, seconds: number) => {
      const at = api.clock.now().getTime()
      await api.db.query(
        `insert into rate_limits (bucket, window_start, hits) values ($1, $2, $3)
         on conflict (bucket, window_start) do update set hits = excluded.hits`,
        [bucket, new Date(at - (at % (seconds * 1000))), max],
      )
    }
    for (const at of ['198.51.100', '127.0.0']) {
      await full(`reset:ip:${at}`, 20, 3_600)
      await full(`sms:ip:${at}`, limits.smsPerDayOfNetwork, 86_400)
      await full(`pin:ip:${at}`, limits.pinGuessesPerHourOfNetwork, 3_600)
    }
    await full('sms:all', limits.smsPerDay, 86_400)
    expect(codeOf(await sendReset(one.username, one.network))).toBe('RATE_LIMITED')
    const back = await sendReset(one.username, one.home)
    await outboxOf(api, one.phone, before + 1)
    const code = await codeFor(api, one.phone)
    const cookie = `${one.home.headers['Cookie']}; reset=${back.cookies['reset']}`
    const checked = await api.nobody.call('auth.checkReset', {
      body: { pin: code },
      ...from('198.51.100.20', cookie),
    })
    expect(codeOf(checked)).toBe('done')

    api.clock.forward(1_000)
    const asked = await one.call('auth.stepUpSend', { body: { purpose: 'export' } })
    expect(codeOf(asked)).toBe('done')
    await outboxOf(api, one.phone, before + 2)
    const pin = await codeFor(api, one.phone)
    const shown = await one.call('auth.stepUp', { body: { method: 'otp', purpose: 'export', code: pin } })
    expect(codeOf(shown)).toBe('done')
    const login = await api.nobody.call('auth.login', {
      body: { credential: one.username, password: newcomerPassword },
      ...from('198.51.100.21'),
    })
    expect(login.body).toMatchObject({ mfa_required: true, sent: true })
  })

  test('learns from codes that were not sent nothing of who is here', async () => {
    const one = await member()
    const answers = async (name: string) => {
      const codes: string[] = []
      // From a network that the account knows and from one that it does not, as often as there are codes and more.
      for (const how of [one.network, from(strange), one.network, from(strange)])
        for (let turn = 0; turn < 4; turn += 1) {
          const sent = await sendReset(name, how)
          for (let guess = 0; guess < 6; guess += 1) codes.push(codeOf(await checkReset(sent, '000000', how)))
          api.clock.forward(61_000)
          await api.db.query('delete from rate_limits')
        }
      return codes
    }
    expect(await answers(one.username)).toEqual(await answers('nobody_of_that_name'))
  })
})

describe('of twenty who ask at once', () => {
  test.each<[string, (one: Awaited<ReturnType<typeof member>>) => Promise<Reply>]>([
    ['strangers', (one) => sendReset(one.username)],
    ['on the network', (one) => sendReset(one.username, one.network)],
    ['in the browser', (one) => sendReset(one.username, one.home)],
    ['signed in', (one) => one.call('auth.stepUpSend', { body: { purpose: 'export' } })],
  ])('%s, one gets a code, and the share keeps its cap', async (_who, ask) => {
    const one = await member()
    const before = await smsTo(one.phone)
    await Promise.all(Array.from({ length: 20 }, () => ask(one)))
    const [row] = await api.db.query<{ n: number }>(
      `select count(*)::int as n from messages m where m.user_id = $1 and m.created_at >= $2`,
      [one.user_id, api.clock.now()],
    )
    expect(row?.n).toBe(1)
    await outboxOf(api, one.phone, before + 1)
  })
})

describe('wrong guesses', () => {
  test('add up over all shares to no more than ten codes of five', () => {
    const ofAccount = (Object.keys(caps) as Share[]).filter((share) => share !== 'named')
    const sum = ofAccount.reduce((total, share) => total + caps[share].wrongPerDay, 0)
    expect(sum).toBe(limits.pinsPerDay * limits.pinTries)
    expect(caps.named.wrongPerDay).toBe(limits.pinsPerDay * limits.pinTries)
  })

  test('at codes that lie open side by side are as many as the share allows, and after them the right one is wrong', async () => {
    const one = await member()
    const before = await smsTo(one.phone)
    const runs: { sent: Reply; pin: string }[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      const sent = await sendReset(one.username)
      await outboxOf(api, one.phone, before + turn + 1)
      runs.push({ sent, pin: await codeFor(api, one.phone) })
      api.clock.forward(61_000)
    }
    const [first, second] = runs
    if (!first || !second) throw new Error('Two runs were begun')
    // Three at the one and three at the other, of which the right one comes last: five are judged.
    for (let by = 1; by <= 3; by += 1) await checkReset(first.sent, wrongThan(first.pin, by))
    await Promise.all([1, 2].map((by) => checkReset(second.sent, wrongThan(second.pin, by))))
    expect(codeOf(await checkReset(second.sent, second.pin))).toBe('PIN_INVALID')
    expect(codeOf(await checkReset(first.sent, first.pin))).toBe('PIN_INVALID')
    // The owner's own are as good as ever.
    const back = await sendReset(one.username, one.home)
    await outboxOf(api, one.phone, before + 3)
    expect((await checkReset(back, await codeFor(api, one.phone))).status).toBe(200)
  })

  test('of whoever has a stolen password keep no owner from the code of their login', async () => {
    const one = await member()
    const before = await smsTo(one.phone)
    const logIn = (ip: string) =>
      api.nobody.call('auth.login', {
        body: { credential: one.username, password: newcomerPassword },
        ...from(ip),
      })
    const enter = (reply: Reply, pin: string, ip: string) =>
      api.nobody.call('auth.loginCode', {
        body: { flow: (reply.body as { flow: string }).flow, pin },
        ...from(ip),
      })
    for (let turn = 0; turn < 3; turn += 1) {
      const theirs = await logIn(strange)
      for (let guess = 0; guess < 6; guess += 1) await enter(theirs, '000000', strange)
      api.clock.forward(61_000)
    }
    expect(codeOf(await logIn(strange))).toBe('PIN_SEND_LIMIT')
    const mine = await logIn('198.51.100.50')
    await outboxOf(api, one.phone, before + 3)
    expect((await enter(mine, await codeFor(api, one.phone), '198.51.100.50')).status).toBe(200)
  })
})

test('whoever names a member’s number in a registration uses up nothing of that member’s', async () => {
  const one = await member()
  api.clock.forward(61_000)
  for (let n = 0; n < 5; n += 1) {
    await newcomer(api, { phone_number: one.phone })
    api.clock.forward(61_000)
  }
  const before = await smsTo(one.phone)
  await sendReset(one.username, one.home)
  expect(await outboxOf(api, one.phone, before + 1)).toHaveLength(before + 1)
})

test('in a pause a number that was only named waits, whosever it is', async () => {
  const one = await member()
  const strangerHolding = await newcomer(api, { phone_number: one.phone })
  const alone = await newcomer(api)
  api.clock.forward(61_000)
  await api.db.query(
    `insert into sms_pauses (scope, name, asked, confirmed, since, until)
     values ('network', '127.0.0', 20, 0, now() - interval '1 day', now() + interval '1 day')
     on conflict do nothing`,
  )
  const answers = [await strangerHolding.call('auth.sendVerify'), await alone.call('auth.sendVerify')]
  expect(answers.map(codeOf)).toEqual(['PIN_SEND_LIMIT', 'PIN_SEND_LIMIT'])
  await api.db.query(`delete from sms_pauses where name = '127.0.0'`)
})

test('a pause of texts holds up no number that its member has proved, whatever they ask for', async () => {
  const one = await member()
  const before = await smsTo(one.phone)
  await api.db.query(
    `insert into sms_pauses (scope, name, asked, confirmed, since, until)
     select s, n, 20, 0, now() - interval '1 day', now() + interval '1 day'
     from (values ('block', $1), ('network', '127.0.0'), ('network', '198.51.100'), ('network', '203.0.113')) as p (s, n)`,
    [one.phone.slice(0, 9)],
  )
  expect(codeOf(await one.call('auth.stepUpSend', { body: { purpose: 'export' } }))).toBe('done')
  await sendReset(one.username, one.home)
  await sendReset(one.username)
  const login = await api.nobody.call('auth.login', {
    body: { credential: one.username, password: newcomerPassword },
    ...from('198.51.100.50'),
  })
  expect(login.body).toMatchObject({ mfa_required: true, sent: true })
  expect(await outboxOf(api, one.phone, before + 4)).toHaveLength(before + 4)
  const other = await newcomer(api)
  expect(await outboxOf(api, other.phone, 0)).toEqual([])
  api.clock.forward(61_000)
  expect(codeOf(await other.call('auth.sendVerify'))).toBe('PIN_SEND_LIMIT')
})

describe('a login after many failures', () => {
  const guess = (
    credential: string,
    ip: string,
    more: { password?: string; work?: string } = {},
    cookie = '',
  ) =>
    api.nobody.call('auth.login', { body: { credential, password: 'wrong', ...more }, ...from(ip, cookie) })
  /** What the browser does: the first number whose hash over the challenge begins with zeros. */
  async function solve(challenge: string): Promise<string> {
    // Beside the server, which would else look overloaded to itself.
    for (let count = 0; ; count += 1) {
      const hash = await derive(challenge, String(count), limits.loginWorkRounds, 4, 'sha256')
      if (hash.readUInt32BE() >>> (32 - limits.loginWorkBits) === 0) return `${challenge}.${count}`
    }
  }
  const challengeOf = ({ status, body }: Reply): string => {
    expect([status, (body as { code: string }).code]).toEqual([423, 'AUTH_ACCOUNT_LOCKED'])
    return (body as { fields: { work: string } }).fields.work
  }
  async function flood(credential: string): Promise<void> {
    for (let network = 0; network < 10; network += 1)
      for (let turn = 0; turn < 3; turn += 1)
        expect(codeOf(await guess(credential, `192.0.${network}.1`))).toBe('AUTH_INVALID_CREDENTIALS')
  }
  const right = { password: castPassword }

  test.each(['takasaki', 'nobody_of_these', castLogins.manager])(
    'at %s from everywhere asks for work elsewhere, once for each attempt, and locks nobody out',
    async (credential) => {
      await flood(credential)
      const challenge = challengeOf(await guess(credential, strange, right))
      const work = await solve(challenge)
      const exists = credential !== 'nobody_of_these'
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => guess(credential, strange, { ...right, work })),
      )
      const let_in = replies.filter(({ status }) => status !== 423)
      expect(let_in.map(({ status }) => status)).toEqual([exists ? 200 : 400])
      // Nor is it good for another name, when it was not done, or when it is old.
      const fresh = challengeOf(await guess(credential, '198.18.0.1', right))
      await flood('somebody_else')
      challengeOf(await guess('somebody_else', '198.18.0.1', { work: await solve(fresh) }))
      challengeOf(await guess(credential, '198.18.0.1', { ...right, work: `${fresh}.` }))
      const late = await solve(challengeOf(await guess(credential, '198.18.0.1', right)))
      api.clock.forward(limits.loginWorkSeconds * 1_000 + 1_000)
      expect((await guess(credential, '198.18.0.1', { ...right, work: late })).status).not.toBe(200)
    },
  )

  test('asks for it by the name as it was typed, and so tells of no two names that they are one person’s', async () => {
    await flood('hanako')
    challengeOf(await guess('ＨＡＮＡＫＯ', strange))
    expect(codeOf(await guess('hanako02@example.com', strange))).toBe('AUTH_INVALID_CREDENTIALS')
  })

  test('sends no code before the password was right, and then one to the owner', async () => {
    const one = await member()
    const before = await smsTo(one.phone)
    await flood(one.username)
    const first = await solve(challengeOf(await guess(one.username, strange)))
    expect(codeOf(await guess(one.username, strange, { work: first }))).toBe('AUTH_INVALID_CREDENTIALS')
    expect(await smsTo(one.phone)).toBe(before)
    const work = await solve(challengeOf(await guess(one.username, strange)))
    const reply = await guess(one.username, strange, { password: newcomerPassword, work })
    expect(reply.body).toMatchObject({ mfa_required: true, sent: true })
    expect((await outboxOf(api, one.phone, before + 1))[0]?.template).toBe('login_code_sms')
  })

  test('leaves a browser that the account knows alone, also where a neighbour floods its network', async () => {
    const one = await member()
    for (let turn = 0; turn < 31; turn += 1) await guess(one.username, '198.51.100.20')
    expect((await guess('anybody', '198.51.100.20')).status).toBe(429)
    const [, did = ''] = (one.home.headers['Cookie'] ?? '').split('did=')
    const own = (more = {}) => guess(one.username, '198.51.100.20', more, `did=${did}`)
    expect((await own({ password: newcomerPassword })).status).toBe(200)
    // A person who holds that browser guesses no more often than others.
    for (let turn = 0; turn < limits.loginTriesOfBrowser; turn += 1)
      expect(codeOf(await own())).toBe('AUTH_INVALID_CREDENTIALS')
    expect((await own()).status).toBe(429)
  })

  test('does not know a browser by sessions of long ago, whose browser has been forgotten', async () => {
    const one = await member()
    await api.db.query(`update sessions set device_id = '' where user_id = $1`, [one.user_id])
    const login = await guess(one.username, strange, { password: newcomerPassword })
    expect(login.body).toMatchObject({ mfa_required: true })
  })
})

test('colleagues who err at their registers keep no manager from giving their PIN at another', async () => {
  const pin = '481637'
  const [clerk, boss] = [await api.as('clerk'), await api.as('manager')]
  await boss.get('users.pin', { body: { current_password: castPassword, pin } })
  const guess = (by: typeof clerk, digits: string) =>
    by.call('auth.switchStaff', { body: { employee_id: boss.user_id, pin: digits } })
  const replies = await Promise.all(Array.from({ length: 20 }, () => guess(clerk, '000001')))
  const judged = replies.filter((reply) => codeOf(reply) === 'STAFF_PIN_INVALID')
  expect(judged).toHaveLength(limits.employeeAuthTries)
  // After the quarter of an hour the day's share of this register is used up, and only this one's.
  api.clock.forward(900_000)
  expect(codeOf(await guess(await api.signIn('clerk'), pin))).toBe('EMPLOYEE_AUTH_LOCKED')
  await api.db.query(
    `update employees set store_id = (select store_id from employees where number = 'E0002') where number = 'E0005'`,
  )
  expect((await guess(await api.signIn('otherClerk'), pin)).status).toBe(200)
  expect((await guess(await api.signIn('manager'), pin)).status).toBe(200)
  const [row] = await api.db.query<{ hits: number }>(
    `select hits from rate_limits where bucket like 'till:pin-day:%'`,
  )
  expect(row?.hits).toBe(limits.staffPinTriesPerDayOfColleague)
  expect(limits.staffPinTriesPerDay + limits.staffPinTriesPerDayOfOwn).toBe(20)
})

test('the tries of a neighbour keep nobody from using a long code that is right', async () => {
  const one = await member()
  const email = 'taken-back@example.com'
  const wrong = 'AAAA-AAAA-AAAA-AAAA'
  const undo = (code: string) => api.nobody.call('auth.undoEmail', { body: { code } })
  const look = (code: string) => api.nobody.call('auth.staffInvitation', { body: { code } })
  const stop = (code: string) => api.nobody.call('payoutMethods.stopByCode', { body: { code } })
  for (const ask of [undo, look, stop]) {
    for (let turn = 0; turn < 30; turn += 1) await ask(wrong)
    expect(codeOf(await ask(wrong))).toBe('RATE_LIMITED')
  }
  const { context } = api.server
  const code = await context.transact((tx) => issueEmailUndo(context, tx, { user_id: one.user_id, email }))
  expect((await undo(code)).status).toBe(200)
  const owner = await api.as('owner')
  await prove(api, owner, 'staff')
  const invited = await owner.get('admin.inviteStaff', {
    params: { id: (await api.as('otherManager')).user_id },
  })
  expect((await look(invited.invitation.code)).status).toBe(200)
})
