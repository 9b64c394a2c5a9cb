// Sessions, second proofs and what they guard, through HTTP.
import type { CallName } from '@shirogane/contract/wire/calls'
import { rowOf } from '@shirogane/testkit/asks/rights-table'
import { castPassword } from '@shirogane/testkit/database'
import { saveCard } from '@shirogane/testkit/acts/cards'
import { trust } from '@shirogane/testkit/acts/deferred'
import { give } from '@shirogane/testkit/acts/funds'
import { giveRewards, letBePaid, requestPayout } from '@shirogane/testkit/acts/payouts'
import { addAccount } from '@shirogane/testkit/acts/payout-methods'
import { sell } from '@shirogane/testkit/acts/sale'
import { caller, type Caller, type Output } from '@shirogane/testkit/calls/caller'
import { openBrowser } from '@shirogane/testkit/calls/browser'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseClosed } from '../../users/me/remove.ts'
import { sections } from '../leaving/export-store.ts'

const store = generateKeyPairSync('ed25519')
const storeKey = store.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

let api: TestApi
beforeAll(async () => {
  api = await startApi({
    env: { DEMO: 'on', STORE_CLIENT_KEY: storeKey, STORE_URL: 'https://store.example.jp/' },
  })
})
afterAll(() => api.close())

type Letter = { to: string; subject: string | null; text: string; channel: string }
async function letters(to: string): Promise<Letter[]> {
  const { body } = await api.nobody.send('GET', `/demo/outbox?to=${encodeURIComponent(to)}`)
  return (body as { items: Letter[] }).items
}
const codeIn = (text: string): string => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? ''
async function lastCode(to: string): Promise<string> {
  return codeIn((await letters(to))[0]?.text ?? '')
}

/** A verified, new member, so that tests do not stand in each other's way. */
let count = 0
async function member(): Promise<Caller & { username: string; phone: string; email: string }> {
  count += 1
  const username = `secured${String(count).padStart(3, '0')}`
  const phone = `+819000007${String(count).padStart(3, '0')}`
  const email = `${username}@example.com`
  const id = randomUUID()
  await api.db.query(
    `insert into users (id, username, email, phone_number, password_hash, type, verified, terms_version)
     select $1, $2, $3, $4, password_hash, 'customer', true, terms_version from users where username = 'hanako'`,
    [id, username, email, phone],
  )
  await api.db.query('select ledger.open_wallet($1)', [id])
  return Object.assign(await again(username), { username, phone, email })
}
async function again(credential: string, password: string = castPassword): Promise<Caller> {
  const answer = await api.nobody.get('auth.login', {
    body: { credential, password },
    headers: { 'X-Client-Type': 'api' },
  })
  if (!('token' in answer)) throw new Error(`${credential} is asked for a code`)
  const { user, token } = answer
  return caller({ url: api.url, user_id: user.id, ...token })
}
async function proveByCode(who: Caller & { phone: string }, purpose: string): Promise<void> {
  await who.get('auth.stepUpSend', { body: { purpose } })
  await who.get('auth.stepUp', { body: { method: 'otp', purpose, code: await lastCode(who.phone) } })
}
const minute = 60_000

describe('sessions', () => {
  test('are listed with this one first, and nobody else’s among them', async () => {
    const first = await member()
    await again(first.username)
    const { items } = await first.get('auth.sessions')
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({ current: true, audience: 'api' })
    expect(items[0]?.network).not.toMatch(/\d+\.\d+\.\d+\.\d+/)
  })

  test('one that is ended is dead at the next call, and ending it twice finds nothing', async () => {
    const first = await member()
    const second = await again(first.username)
    const { items } = await first.get('auth.sessions')
    const sid = items.find((item) => !item.current)?.id ?? ''
    await first.get('auth.endSession', { params: { sid } })
    expect(await second.refused('users.me')).toMatchObject({ status: 401 })
    expect(await first.refused('auth.endSession', { params: { sid } })).toMatchObject({ status: 404 })
    expect((await first.call('users.me')).status).toBe(200)
  })

  test('somebody else’s is not there', async () => {
    const [mine, other] = [await member(), await member()]
    const sid = (await other.get('auth.sessions')).items[0]?.id ?? ''
    expect(await mine.refused('auth.endSession', { params: { sid } })).toMatchObject({ status: 404 })
    expect((await other.call('users.me')).status).toBe(200)
  })

  test('all but this one end together', async () => {
    const first = await member()
    const others = [await again(first.username), await again(first.username)]
    expect(await first.get('auth.revokeAll')).toEqual({ ended: 2 })
    for (const other of others) expect(await other.refused('users.me')).toMatchObject({ status: 401 })
    expect((await first.call('users.me')).status).toBe(200)
  })
})

describe('a second proof', () => {
  test('is asked for, is good for its purpose alone, and once', async () => {
    const who = await member()
    expect(await who.refused('users.export')).toMatchObject({ status: 403, code: 'STEP_UP_REQUIRED' })
    await who.get('auth.stepUp', { body: { method: 'password', purpose: 'passkey', password: castPassword } })
    expect(await who.refused('users.export')).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await who.get('auth.stepUp', { body: { method: 'password', purpose: 'export', password: castPassword } })
    expect((await who.call('users.export')).status).toBe(200)
    expect(await who.refused('users.export')).toMatchObject({ code: 'STEP_UP_REQUIRED' })
  })

  test('is of this session: another one of the same person has none', async () => {
    const who = await member()
    const elsewhere = await again(who.username)
    await who.get('auth.stepUp', { body: { method: 'password', purpose: 'export', password: castPassword } })
    expect(await elsewhere.refused('users.export')).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect((await who.call('users.export')).status).toBe(200)
  })

  test('the SMS names the act, and a password is no way where a code is asked for', async () => {
    const who = await member()
    expect(await who.get('auth.stepUpMethods', { query: { purpose: 'email' } })).toEqual({
      methods: ['otp'],
      phone: '090-****-' + who.phone.slice(-4),
    })
    expect(
      await who.refused('auth.stepUp', {
        body: { method: 'password', purpose: 'email', password: castPassword },
      }),
    ).toMatchObject({ status: 422, code: 'STEP_UP_METHOD' })
    await who.get('auth.stepUpSend', { body: { purpose: 'email' } })
    const [sms] = await letters(who.phone)
    expect(sms?.text).toContain('メールアドレスの変更の確認番号は')
    // The code of one act opens no other.
    expect(
      await who.refused('auth.stepUp', {
        body: { method: 'otp', purpose: 'delete', code: codeIn(sms?.text ?? '') },
      }),
    ).toMatchObject({ code: 'PIN_EXPIRED' })
    expect(
      await who.refused('auth.stepUp', { body: { method: 'otp', purpose: 'email', code: '000000' } }),
    ).toMatchObject({ code: 'PIN_INVALID' })
  })

  test('wrong passwords lock this one question and never the session', async () => {
    const strict = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
    strict.clock.stop()
    const who = await strict.as('yoko')
    const guess = () => who.refused('auth.confirm', { body: { password: 'not the password' } })
    for (let tries = 0; tries < 10; tries += 1)
      expect(await guess()).toMatchObject({ status: 400, code: 'PASSWORD_CURRENT_INVALID' })
    expect(await guess()).toMatchObject({ status: 423, code: 'AUTH_ACCOUNT_LOCKED' })
    expect((await who.call('users.me')).status).toBe(200)
    await strict.close()
  })
})

describe('the password', () => {
  const next = 'a-new and longer phrase!'.replaceAll(' ', '')

  test('changes with the old one, ends the other sessions and tells the owner', async () => {
    const who = await member()
    const other = await again(who.username)
    const body = { current_password: castPassword, password: next }
    expect(
      await who.refused('users.password', { body: { ...body, current_password: 'wrong-one' } }),
    ).toMatchObject({
      status: 400,
      code: 'PASSWORD_CURRENT_INVALID',
      fields: { current_password: expect.any(String) },
    })
    await who.get('users.password', { body })
    expect(await other.refused('users.me')).toMatchObject({ status: 401 })
    expect((await who.call('users.me')).status).toBe(200)
    await expect(again(who.username)).rejects.toThrow('AUTH_INVALID_CREDENTIALS')
    await again(who.username, next)
    expect((await letters(who.email)).map(({ subject }) => subject)).toContain(
      '【ツキシロ】パスワードが変更されました',
    )
  })

  test('ends the ways back that were begun before: whoever has read a code comes too late', async () => {
    const who = await member()
    const begun = await api.nobody.call('auth.sendReset', { body: { credential: who.username } })
    const headers = { Cookie: `reset=${begun.cookies['reset']}` }
    await api.nobody.get('auth.checkReset', { body: { pin: await lastCode(who.phone) }, headers })
    await who.get('users.password', { body: { current_password: castPassword, password: next } })
    expect(
      await api.nobody.refused('auth.resetPassword', { body: { password: 'ato-kara-no-tsuki-26' }, headers }),
    ).toMatchObject({ code: 'RESET_TOKEN_INVALID' })
    await again(who.username, next)
  })

  test('is refused when it is the same, common, or its owner’s name', async () => {
    const who = await member()
    const tries = [castPassword, 'password1234', `${who.username}!!`]
    const codes = []
    for (const password of tries)
      codes.push(
        (await who.refused('users.password', { body: { current_password: castPassword, password } })).code,
      )
    expect(codes).toEqual(['PASSWORD_SAME', 'PASSWORD_TOO_COMMON', 'PASSWORD_TOO_COMMON'])
  })

  test('of staff has fifteen letters', async () => {
    expect(
      await (
        await api.as('otherClerk')
      ).refused('users.password', {
        body: { current_password: castPassword, password: 'kxv82!pqLm' },
      }),
    ).toMatchObject({ code: 'PASSWORD_TOO_SHORT_STAFF' })
  })
})

describe('the mail address', () => {
  test('moves only with the code that was sent to the new one, and the old one hears of it', async () => {
    const who = await member()
    const email = `new-${who.email}`
    expect(await who.refused('users.email', { body: { email } })).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await proveByCode(who, 'email')
    await who.get('users.email', { body: { email } })
    expect((await who.get('users.me')).email).toBe(who.email)
    const code = await lastCode(email)
    expect(await who.refused('users.verifyEmail', { body: { code: '000000' } })).toMatchObject({
      code: 'PIN_INVALID',
    })
    expect(await who.get('users.verifyEmail', { body: { code } })).toMatchObject({
      email,
      email_verified: true,
    })
    expect((await letters(who.email))[0]?.subject).toContain('メールアドレスが変更されました')
    expect(await who.refused('users.verifyEmail', { body: { code } })).toMatchObject({ code: 'PIN_EXPIRED' })
  })

  test('of somebody who has none gets no code', async () => {
    const who = await member()
    await api.db.query('update users set email = null where id = $1', [who.user_id])
    expect(await who.refused('users.sendEmailCode')).toMatchObject({ status: 422, code: 'EMAIL_REQUIRED' })
  })

  /** Moves a member's address as a thief with their session and their phone would. */
  async function moved(who: Awaited<ReturnType<typeof member>>, email: string): Promise<string> {
    await api.db.query('update users set email_verified = true where id = $1', [who.user_id])
    await api.db.query(`update pins set created_at = created_at - interval '2 minutes'`)
    await proveByCode(who, 'email')
    await who.get('users.email', { body: { email } })
    await who.get('users.verifyEmail', { body: { code: await lastCode(email) } })
    return undoCodeIn((await letters(who.email))[0]?.text ?? '')
  }
  const undoCodeIn = (text: string): string => /取り消し番号：([0-9A-Z-]{19})/.exec(text)?.[1] ?? ''
  const undo = (code: string) => api.nobody.call('auth.undoEmail', { body: { code } })
  const invalid = { status: 400, body: { code: 'EMAIL_UNDO_INVALID' } }
  const emailOf = async (who: Caller): Promise<unknown> =>
    (await api.db.query('select email, email_verified from users where id = $1', [who.user_id]))[0]

  test('comes back by the code that went to the old one, which ends all sessions and opens a new password', async () => {
    const who = await member()
    const code = await moved(who, `thief-${who.email}`)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const rows = await api.db.query<{ row: string }>('select e::text as row from email_undos e')
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))

    const reply = await undo(` ${code.toLowerCase().replaceAll('-', ' ')}`)
    expect(reply).toMatchObject({
      status: 200,
      body: { email: who.email.replace(/^(.).*@/, '$1***@'), may_reset: true },
    })
    expect(await emailOf(who)).toEqual({ email: who.email, email_verified: true })
    expect(await who.refused('users.me')).toMatchObject({ status: 401 })
    expect((await letters(`thief-${who.email}`))[0]?.subject).toContain('メールアドレスが元に戻されました')

    const headers = { Cookie: `reset=${reply.cookies['reset']}` }
    const password = 'modotta-no-tsuki-26'
    await api.nobody.get('auth.resetPassword', { body: { password }, headers })
    await expect(again(who.username)).rejects.toThrow('AUTH_INVALID_CREDENTIALS')
    await again(who.username, password)
    expect(await undo(code)).toMatchObject(invalid)
  })

  test('comes back without what whoever moved it may have left behind: a key of theirs, and a way back of theirs', async () => {
    const who = await member()
    const code = await moved(who, `stays-${who.email}`)
    await api.db.query(
      `insert into passkeys (id, credential_id, user_id, public_key, counter, transports, name, synced, created_at)
       values ($1, $2, $3, '\\x00', 0, '{}', 'キー', true, now())`,
      [randomUUID(), `left-${who.username}`, who.user_id],
    )
    await api.db.query(`update pins set created_at = created_at - interval '2 minutes'`)
    const theirs = await api.nobody.call('auth.sendReset', { body: { credential: who.username } })
    const headers = { Cookie: `reset=${theirs.cookies['reset']}` }
    await api.nobody.get('auth.checkReset', { body: { pin: await lastCode(who.phone) }, headers })
    expect((await undo(code)).status).toBe(200)
    expect(
      await api.nobody.refused('auth.resetPassword', { body: { password: 'ato-kara-no-tsuki-26' }, headers }),
    ).toMatchObject({ code: 'RESET_TOKEN_INVALID' })
    expect(await api.db.query('select from passkeys where user_id = $1', [who.user_id])).toEqual([])
  })

  test('comes back once, however many ask at the same time', async () => {
    const who = await member()
    const code = await moved(who, `race-${who.email}`)
    const replies = await Promise.all(Array.from({ length: 8 }, () => undo(code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('cannot be taken back by whoever moved it twice: the first address wins', async () => {
    const who = await member()
    const first = await moved(who, `b-${who.email}`)
    const thief = Object.assign(who, { email: `b-${who.email}` })
    const second = await moved(thief, `c-${who.email}`)
    expect((await undo(first)).status).toBe(200)
    expect(await undo(second)).toMatchObject(invalid)
  })

  test('is offered for seventy-two hours, and only where it had been proved', async () => {
    const who = await member()
    const code = await moved(who, `late-${who.email}`)
    await api.db.query(
      `update email_undos set created_at = created_at - interval '72 hours', expires_at = expires_at - interval '72 hours'
       where user_id = $1`,
      [who.user_id],
    )
    for (const wrong of [code, 'ABCD-EFGH-JKMN-PQRS', 'short'])
      expect(await undo(wrong)).toMatchObject(invalid)
    expect(await emailOf(who)).toMatchObject({ email: `late-${who.email}` })

    const other = await member()
    await proveByCode(other, 'email')
    await other.get('users.email', { body: { email: `un-${other.email}` } })
    await other.get('users.verifyEmail', { body: { code: await lastCode(`un-${other.email}`) } })
    expect((await letters(other.email))[0]?.text).not.toContain('取り消し番号')
  })

  test('is kept from everybody else until it cannot come back any more', async () => {
    const who = await member()
    const old = who.email
    await moved(who, `kept-${who.email}`)
    const other = await member()
    await proveByCode(other, 'email')
    await other.get('users.email', { body: { email: old } })
    expect((await letters(old))[0]?.text).toContain('すでに別の会員登録で確認されている')
  })

  test('the code of an earlier choice fits the later one nowhere', async () => {
    const who = await member()
    await proveByCode(who, 'email')
    await who.get('users.email', { body: { email: `a-${who.email}` } })
    const early = await lastCode(`a-${who.email}`)
    api.clock.forward(2 * minute)
    const fresh = await again(who.username)
    const again2 = Object.assign(fresh, { phone: who.phone })
    await proveByCode(again2, 'email')
    await again2.get('users.email', { body: { email: `b-${who.email}` } })
    expect(await again2.refused('users.verifyEmail', { body: { code: early } })).toMatchObject({
      code: 'PIN_INVALID',
    })
  })

  test('of their other account in this browser is refused, and the proof is kept for the next try', async () => {
    const who = await member()
    await proveByCode(who, 'email')
    const { cookies } = await openBrowser(api.url, 'hanako')
    expect(
      await who.refused('users.email', {
        body: { email: 'hanako02@example.com' },
        headers: { Cookie: `did=${cookies['did']}` },
      }),
    ).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
    await who.get('users.email', { body: { email: `c-${who.email}` } })
  })

  test('that is in force is confirmed by a code of its own', async () => {
    const who = await member()
    await who.get('users.sendEmailCode', { body: { target: 'current' } })
    const code = await lastCode(who.email)
    expect(await who.get('users.verifyEmail', { body: { code } })).toMatchObject({
      email: who.email,
      email_verified: true,
    })
  })
})

describe('the number', () => {
  test('moves only with the code that was sent to the new one, and the old one hears of it', async () => {
    const who = await member()
    await proveByCode(who, 'phone')
    const phone = `090-0000-8${who.phone.slice(-3)}`
    await who.get('users.phone', { body: { phone } })
    expect((await who.get('users.me')).phone_number).toBe(who.phone)
    const e164 = `+81${phone.replaceAll('-', '').slice(1)}`
    expect(await who.get('users.verifyPhone', { body: { pin: await lastCode(e164) } })).toMatchObject({
      phone_number: e164,
      verified: true,
    })
    expect((await letters(who.phone))[0]?.text).toContain('電話番号が変更されました')
  })

  test('that is theirs already is refused; one that they never proved is proved by its code', async () => {
    const who = await member()
    await proveByCode(who, 'phone')
    api.clock.forward(minute + 1_000)
    await who.get('users.phone', { body: { phone: who.phone } })
    await who.get('users.verifyPhone', { body: { pin: await lastCode(who.phone) } })
    api.clock.forward(2 * minute)
    const later = Object.assign(await again(who.username), { phone: who.phone })
    await proveByCode(later, 'phone')
    expect(await later.refused('users.phone', { body: { phone: who.phone } })).toMatchObject({
      status: 409,
      code: 'PHONE_TAKEN',
    })
  })
})

describe('the export', () => {
  test('holds what is theirs, no secret, and nobody else', async () => {
    const hanako = await api.as('hanako')
    await hanako.get('auth.stepUp', {
      body: { method: 'password', purpose: 'export', password: castPassword },
    })
    const answer = await hanako.get('users.export')
    const text = JSON.stringify(answer)
    expect(text).toContain('hanako02@example.com')
    expect(text).not.toMatch(/argon2|password_hash|salt|handle/)
    for (const other of ['kyoko', 'takasaki', 'yoko']) expect(text).not.toContain(other)
    expect(answer.csv.startsWith('\ufeff日時,取引番号')).toBe(true)
    expect(answer.csv.split('\r\n').length).toBe((answer.data['transactions'] as unknown[]).length + 2)
  })
})

describe('the export and the database', () => {
  /**
   * Proofs and keys that mean nothing to a reader, pictures that are shown as what they are, and what staff did or wrote
   * down for themselves. The law forbids to tell whose cash was looked at (`cash_checks`).
   */
  const left = [
    'public.avatars',
    'public.card_keepings',
    'public.counter_codes',
    'public.employees',
    'public.former_own_accounts',
    'public.passkey_challenges',
    'public.payout_account_names',
    'public.private_files',
    'public.reset_flows',
    'public.login_flows',
    'ledger.pay_codes',
    'ledger.checkouts',
    // Read through `ledger.transactions`.
    'ledger.movements',
    'public.cash_checks',
    'public.deferred_notes',
    'public.desk_readings',
    'public.member_notes',
    'public.parked_sales',
    'public.staff_invitations',
    'public.live_events',
  ]

  test('every table that knows a person is in it, or is left out by name', async () => {
    const rows = await api.db.query<{ name: string }>(
      `select distinct table_schema || '.' || table_name as name from information_schema.columns
       where table_schema in ('public', 'ledger') and column_name in ('user_id', 'customer_id') order by 1`,
    )
    const notified = Object.values(sections).join('\n')
    const missing = rows
      .map(({ name }) => name)
      .filter((name) => !new RegExp(`\\b${name.replace(/^public\./, '')}\\b`).test(notified))
      .filter((name) => !left.includes(name))
    expect(missing).toEqual([])
  })
})

describe('the withdrawal', () => {
  const remove = (who: Caller, password: string = castPassword) =>
    who.call('users.remove', { body: { password, reason: '使わなくなった' } })
  const codeOf = (reply: { body: unknown }) => (reply.body as { code?: string }).code

  test('takes the login at once and the points with it, and says so by mail', async () => {
    const who = await member()
    const gift = { user_id: who.user_id, message: { code: 'gift', text: '贈り物' } } as const
    const expires_at = new Date(Date.now() + 30 * 86_400_000).toISOString()
    await give(api.db, { ...gift, points: 300, expires_at })
    await give(api.db, { ...gift, points: 50 })
    expect(codeOf(await remove(who))).toBe('STEP_UP_REQUIRED')
    await proveByCode(who, 'delete')
    expect(codeOf(await remove(who, 'wrong'))).toBe('PASSWORD_CURRENT_INVALID')
    expect((await remove(who)).status).toBe(204)
    expect(await who.refused('users.me')).toMatchObject({ status: 401 })
    await expect(again(who.username)).rejects.toThrow('AUTH_INVALID_CREDENTIALS')
    await expect(again(who.email)).rejects.toThrow('AUTH_INVALID_CREDENTIALS')
    const [mail] = await letters(who.email)
    expect(mail?.subject).toBe('【ツキシロ】退会手続きが完了しました')
    expect(mail?.text).toContain('350pt')
    const [wallet] = await api.db.query<{ point_regular: number; point_limited: number }>(
      'select point_regular, point_limited from ledger.wallets where user_id = $1',
      [who.user_id],
    )
    expect(wallet).toEqual({ point_regular: 0, point_limited: 0 })
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  })

  test('stands back while there is a balance: nobody loses a yen by leaving', async () => {
    const who = await member()
    const message = { code: 'gift', text: '贈り物' } as const
    await give(api.db, { user_id: who.user_id, points: 10, yen: 120, message })
    await proveByCode(who, 'delete')
    const reply = await remove(who)
    expect(reply).toMatchObject({ status: 422, body: { code: 'CLOSE_BALANCE_LEFT' } })
    expect((reply.body as { message: string }).message).toContain('120円')
    expect((await who.get('users.wallet')).point_balance).toBe(10)
    expect((await who.call('users.me')).status).toBe(200)
  })

  test('stands back while a deferred payment is owed', async () => {
    const who = await member()
    await trust(api.db, who.user_id)
    await sell(await api.as('clerk'), who, { amount: 3_300, tenders: { later: 3_300 } })
    await proveByCode(who, 'delete')
    const reply = await remove(who)
    expect(reply).toMatchObject({ status: 422, body: { code: 'CLOSE_LATER_LEFT' } })
    expect((reply.body as { message: string }).message).toContain('3,300円')
  })

  test('stands back in the middle of a sale, and while nobody knows what became of a charge', async () => {
    const who = await member()
    await proveByCode(who, 'delete')
    const { token } = await who.get('users.token')
    const clerk = await api.as('clerk')
    const open = await clerk.get('transactions.pay', {
      body: { token },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await remove(who)).toMatchObject({ status: 422, body: { code: 'CLOSE_SALE_OPEN' } })
    await clerk.get('transactions.payUpdate', {
      body: { transaction_id: open.transaction.id, status: 'cancelled' },
      headers: { 'Idempotency-Key': randomUUID() },
    })

    const card = await saveCard(api, who, 'lost')
    await who.call('transactions.charge', {
      body: { payment_method_id: card.id, amount: 3_000 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await remove(who)).toMatchObject({ status: 422, body: { code: 'CLOSE_CHARGE_PENDING' } })
    expect((await who.call('users.me')).status).toBe(200)
  })

  test('stands back while rewards are owed, or on their way to a bank account', async () => {
    const [who, friend] = [await member(), await member()]
    await api.db.query(`update users set last_name_kana = 'カリ', first_name_kana = 'ジロウ' where id = $1`, [
      who.user_id,
    ])
    await giveRewards(api, who, friend, 1_500)
    await proveByCode(who, 'delete')
    expect(await remove(who)).toMatchObject({
      status: 422,
      body: {
        code: 'CLOSE_REWARD_LEFT',
        message: '紹介報酬が1,500円残っています。受け取ってから退会してください。',
      },
    })
    await letBePaid(api, who)
    await requestPayout(api, who, 1_500)
    expect(await remove(who)).toMatchObject({
      status: 422,
      body: {
        code: 'CLOSE_PAYOUT_OPEN',
        message: '処理中の振込申請があります。完了してから退会してください。',
      },
    })
  })

  test('after ninety days nothing in the account names the person', async () => {
    const who = await member()
    await proveByCode(who, 'delete')
    await api.db.query(
      `update users set last_name = '消田', first_name = '忘', search_name = '消田忘', guardian_name = '消田 親',
         guardian_consented_at = now(), date_of_birth = '1990-01-01', last_name_kana = 'キエタ', first_name_kana = 'ワスレ'
       where id = $1`,
      [who.user_id],
    )
    await addAccount(api, who)
    await api.db.query(
      `insert into contacts (id, user_id, name, email, kind, message, search_text)
       values (gen_random_uuid(), $1, '消田 忘', $2, 'other', '質問', '消田忘')`,
      [who.user_id, who.email],
    )
    await api.db.query(
      `insert into verifications (user_id, method, phone_number, verified_at) values ($1, 'pin', $2, now())`,
      [who.user_id, who.phone],
    )
    expect((await remove(who)).status).toBe(204)
    await api.db.query(`update users set closed_at = closed_at - interval '91 days' where id = $1`, [
      who.user_id,
    ])
    expect(await eraseClosed(api.server.context)).toBe(1)
    expect(await eraseClosed(api.server.context)).toBe(0)

    const tables = await api.db.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE'`,
    )
    const found: string[] = []
    for (const { name } of tables)
      for (const mark of ['消田', 'ｷｴﾀ', who.username, who.email, who.phone]) {
        const [row] = await api.db.query<{ count: number }>(
          `select count(*)::int as count from ${name} t where strpos(t::text, $1) > 0`,
          [mark],
        )
        if (row?.count) found.push(`${mark} in ${name}`)
      }
    expect(found).toEqual([])
  })
})

describe('the online store', () => {
  const assertion = (claims: Record<string, unknown> = {}, key = store.privateKey) =>
    new SignJWT({ jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('online_store')
      .setSubject('online_store')
      .setAudience(api.server.context.config.publicUrl.origin)
      .setIssuedAt(Math.floor(api.clock.now().getTime() / 1000))
      .setExpirationTime(Math.floor(api.clock.now().getTime() / 1000) + 60)
      .sign(key)
  const redeem = async (refresh_token: string, client_assertion?: string) =>
    api.nobody.call('auth.refreshToken', {
      body: { refresh_token, ...(client_assertion && { client_assertion }) },
      headers: { 'X-Client-Type': 'api' },
    })

  test('gets its own session from the link, once, and no call of ours with it', async () => {
    const who = await member()
    const { refresh_token, url, expires_in } = await who.get('auth.handoff')
    expect(expires_in).toBe(60)
    expect(new URL(url).searchParams.get('refresh_token')).toBe(refresh_token)
    expect((await redeem(refresh_token)).status).toBe(403)
    const opened = await redeem(refresh_token, await assertion())
    expect(opened.status).toBe(200)
    const tokens = opened.body as Output<'auth.refreshToken'>
    const shop = caller({ url: api.url, access_token: tokens.access_token })
    for (const name of ['users.me', 'users.wallet', 'auth.sessions'] as const)
      expect(await shop.refused(name)).toMatchObject({ status: 401 })
    expect((await who.get('auth.sessions')).items.map(({ audience }) => audience)).toContain('online_store')

    // Renewed by the store alone.
    expect((await redeem(tokens.refresh_token ?? '')).status).toBe(403)
    const renewed = await redeem(tokens.refresh_token ?? '', await assertion())
    expect(renewed.status).toBe(200)
    // Shown a second time, the value ends what was born from it.
    expect((await redeem(refresh_token, await assertion())).status).toBe(403)
    const next = (renewed.body as Output<'auth.refreshToken'>).refresh_token ?? ''
    expect((await redeem(next, await assertion())).status).toBe(403)
    expect((await who.call('users.me')).status).toBe(200)
  })

  test('comes too late after a minute, with a proof shown twice, and with somebody else’s key', async () => {
    const who = await member()
    const { refresh_token } = await who.get('auth.handoff')
    const proof = await assertion()
    expect((await redeem('x'.repeat(43), proof)).status).toBe(403)
    expect((await redeem(refresh_token, proof)).status).toBe(403)
    const foreign = generateKeyPairSync('ed25519').privateKey
    expect((await redeem(refresh_token, await assertion({}, foreign))).status).toBe(403)
    api.clock.forward(61_000)
    expect((await redeem(refresh_token, await assertion())).status).toBe(403)
  })

  test('loses its session with the one it was opened from', async () => {
    const who = await member()
    const { refresh_token } = await who.get('auth.handoff')
    const opened = (await redeem(refresh_token, await assertion())).body as Output<'auth.refreshToken'>
    await who.call('auth.logout', {
      body: { refresh_token: who.refresh_token },
      headers: { 'X-Client-Type': 'api' },
    })
    expect((await redeem(opened.refresh_token ?? '', await assertion())).status).toBe(403)
  })

  test('the link carries a value from our own page, and none from anywhere else', async () => {
    const hanako = await openBrowser(api.url, 'hanako')
    const cookie = Object.entries(hanako.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    // A program's fetch writes these headers itself, so the request is made by hand.
    const go = (headers: Record<string, string>) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get(`${api.url}/v1/auth/handoff/online_store`, { headers }, (answer) => {
          answer.resume()
          resolve(answer)
        }).on('error', reject)
      })
    const own = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', Cookie: cookie }
    const led = await go(own)
    expect(led.statusCode).toBe(303)
    expect(led.headers['referrer-policy']).toBe('no-referrer')
    const value = new URL(led.headers.location ?? '').searchParams.get('refresh_token') ?? ''
    expect(value).toMatch(/^[\w-]{43}$/)
    expect((await redeem(value, await assertion())).status).toBe(200)
    for (const headers of [
      {},
      { ...own, 'Sec-Fetch-Site': 'cross-site' },
      { ...own, 'Sec-Fetch-Mode': 'cors' },
      { ...own, Cookie: '' },
    ])
      expect((await go(headers)).headers.location).toBe('https://store.example.jp/')
  })
})

describe('a new device', () => {
  test('is told of by mail and notice, and a known one is not', async () => {
    const who = await member()
    const login = (headers: Record<string, string> = {}) =>
      api.nobody.call('auth.login', {
        body: { credential: who.username, password: castPassword },
        headers: {
          'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605',
          ...headers,
        },
      })
    const first = await login()
    const received = async () =>
      (await letters(who.email)).filter(({ subject }) => subject?.includes('新しい端末')).length
    expect(await received()).toBe(1)
    expect((await letters(who.email))[0]?.text).toContain('iPhone・Safari')
    await login({ Cookie: `did=${first.cookies['did']}` })
    expect(await received()).toBe(1)
    expect((await who.get('notifications.list')).items[0]?.title).toBe('新しい端末からのログインがありました')
  })
})

describe('the table of rights', () => {
  const players = {
    unverified: 'taro',
    customer: 'hanako',
    register: 'clerk',
    manager: 'manager',
    admin: 'owner',
  } as const
  const names: CallName[] = [
    'auth.sessions',
    'auth.endSession',
    'auth.revokeAll',
    'auth.confirm',
    'auth.stepUpMethods',
    'auth.stepUpSend',
    'auth.stepUp',
    'auth.handoff',
    'auth.handoffOnlineStore',
    'auth.passkeys',
    'auth.passkeyOptions',
    'auth.addPasskey',
    'auth.removePasskey',
    'auth.passkeyChallenge',
    'auth.passkeyLogin',
    'users.password',
    'users.email',
    'users.sendEmailCode',
    'users.verifyEmail',
    'users.phone',
    'users.verifyPhone',
    'users.export',
    'users.remove',
  ]
  const tries = names.flatMap((name) =>
    (['anonymous', ...Object.keys(players)] as ('anonymous' | keyof typeof players)[]).map((column) => ({
      name,
      column,
      cell: rowOf(name)?.cells[column] ?? 'no row',
    })),
  )
  const refusals: Record<string, string> = { A1: 'AUTH_REQUIRED', V3: 'NOT_VERIFIED', F3: 'FORBIDDEN' }

  test.each(tries)('$name meets $column with $cell', async ({ name, column, cell }) => {
    const who = column === 'anonymous' ? api.nobody : await api.as(players[column])
    // The wrong body on purpose: whether the caller may call is decided before anything is read.
    const body = { nothing: 'of this kind' }
    const { body: answer } = await who.call(name, { params: { id: randomUUID(), sid: randomUUID() }, body })
    const code = (answer as { code?: string }).code ?? 'none'
    if (cell in refusals) expect(code).toBe(refusals[cell])
    else {
      expect(['Y', 'own', 'SU']).toContain(cell)
      expect(Object.values(refusals)).not.toContain(code)
    }
  })
})
