import { randomUUID } from 'node:crypto'
import type { CallName } from '@shirogane/contract/wire/calls'
import { letterOf } from '../acts/payout-methods.ts'
import { proveStaff, staffPin } from '../acts/let-in.ts'
import {
  codeFor,
  newcomer,
  newcomerPassword,
  outboxOf,
  registrationForm,
  takeTicket,
} from '../acts/newcomer.ts'
import { prove } from '../acts/rewards.ts'
import { caller, type Ask, type Caller, type Output } from '../calls/caller.ts'
import { castLogins } from '../cast.ts'
import { castPassword } from '../database.ts'
import type { TestApi } from '../start-api.ts'

/** A legal request and who sends it. */
export type Sending = { by: Caller; ask: Ask }
/**
 * One act with what is asked after it: the call that the contract names for a lost answer, or the act that it leads to. A
 * function where each question needs something new, such as a code that is shown again. `asksLate` where the question itself
 * would end the act that has not happened yet.
 */
export type AccountAct = Sending & { question?: () => Sending | Promise<Sending>; asksLate?: true }

const program = { 'X-Client-Type': 'api' }
const nextPassword = 'ato-kara-no-tsuki-26'

/** A legal request of each act about logins, codes and accounts, by people whom no other test needs. Wants DEMO. */
export function accountAsks(api: () => TestApi) {
  /** A minute has gone by since the last code, so that another one may be sent. */
  const quiet = () => api().db.query(`update pins set created_at = created_at - interval '2 minutes'`)

  type Member = Caller & { username: string; phone: string; email: string }
  let serial = 0
  async function member(): Promise<Member> {
    serial += 1
    const username = `account${String(serial).padStart(3, '0')}`
    const phone = `+819000006${String(serial).padStart(3, '0')}`
    const email = `${username}@example.com`
    await api().db.query(
      `insert into users (id, username, email, phone_number, password_hash, type, verified, terms_version)
       select $1, $2, $3, $4, password_hash, 'customer', true, terms_version from users where username = 'hanako'`,
      [randomUUID(), username, email, phone],
    )
    await api().db.query('select ledger.open_wallet(id) from users where username = $1', [username])
    const { user, token } = (await api().nobody.get('auth.login', {
      body: { credential: username, password: castPassword },
      headers: program,
    })) as Output<'auth.loginCode'>
    return { ...caller({ url: api().url, user_id: user.id, ...token }), username, phone, email }
  }
  const login = (credential: string, password: string, headers: Ask['headers'] = program): Sending => ({
    by: api().nobody,
    ask: { body: { credential, password }, headers },
  })
  const logsIn = (credential: string, password: string) => () => login(credential, password)
  const asMe = (by: Caller) => () => ({ by, ask: {} })

  /** A member whose new address or number waits for its code. */
  async function moving(to: 'email' | 'phone'): Promise<{ who: Member; code: string }> {
    const who = await member()
    await prove(api(), who, to)
    const email = `new-${who.email}`
    const phone = `090-0000-7${who.phone.slice(-3)}`
    await who.get(`users.${to}`, { body: to === 'email' ? { email } : { phone } })
    return {
      who,
      code: await codeFor(api(), to === 'email' ? email : `+81${phone.slice(1).replaceAll('-', '')}`),
    }
  }

  /** A way back to a password, begun by the owner. */
  async function wayBack(): Promise<{ who: Member; headers: Record<string, string>; pin: string }> {
    const who = await member()
    const { cookies } = await api().nobody.call('auth.sendReset', { body: { credential: who.username } })
    return { who, headers: { Cookie: `reset=${cookies['reset']}` }, pin: await codeFor(api(), who.phone) }
  }

  /** A login that waits for its code, in a browser that is new. */
  async function waiting(): Promise<{ username: string; device: string; flow: string; phone: string }> {
    const one = await newcomer(api())
    await one.get('auth.verifyUser', { body: { pin: await codeFor(api(), one.phone) } })
    await quiet()
    const username = String(one.form['username'])
    const reply = await api().nobody.call('auth.login', {
      body: { credential: username, password: newcomerPassword },
    })
    const { flow } = reply.body as { flow: string }
    return { username, device: `did=${reply.cookies['did']}`, flow, phone: one.phone }
  }
  async function invitation() {
    const owner = await api().as('owner')
    await proveStaff(owner)
    const body = { name: '新人 三子', type: 'owner', store_id: null }
    return owner.get('admin.createStaff', { body })
  }

  const asks = {
    'auth.ticket': async () => ({ by: api().nobody, ask: {} }),
    async 'auth.register'() {
      const form = registrationForm()
      return {
        by: api().nobody,
        ask: { body: form, headers: { ...program, Cookie: await takeTicket(api().url) } },
        question: logsIn(String(form['username']), newcomerPassword),
      }
    },
    'auth.login': async () => login(castLogins.clerk, castPassword),
    async 'auth.loginCode'() {
      const { username, device, flow, phone } = await waiting()
      return {
        by: api().nobody,
        ask: { body: { flow, pin: await codeFor(api(), phone) }, headers: { Cookie: device } },
        // Another login would want another code.
        asksLate: true as const,
        question: () => login(username, newcomerPassword, { Cookie: device }),
      }
    },
    async 'auth.loginSend'() {
      const { flow } = await waiting()
      await quiet()
      return { by: api().nobody, ask: { body: { flow } } }
    },
    async 'auth.sendVerify'() {
      const by = await newcomer(api())
      await quiet()
      return { by, ask: {} }
    },
    async 'auth.verifyUser'() {
      const by = await newcomer(api())
      return { by, ask: { body: { pin: await codeFor(api(), by.phone) } }, question: asMe(by) }
    },
    'auth.sendReset': async () => ({
      by: api().nobody,
      ask: { body: { credential: (await member()).username } },
    }),
    async 'auth.checkReset'() {
      const { headers, pin } = await wayBack()
      return {
        by: api().nobody,
        ask: { body: { pin }, headers },
        question: () => ({ by: api().nobody, ask: { body: { password: nextPassword }, headers } }),
      }
    },
    async 'auth.resetPassword'() {
      const { who, headers, pin } = await wayBack()
      await api().nobody.get('auth.checkReset', { body: { pin }, headers })
      return {
        by: api().nobody,
        ask: { body: { password: nextPassword }, headers },
        question: logsIn(who.username, nextPassword),
      }
    },
    async 'auth.staffWelcome'() {
      const { staff, invitation: sent } = await invitation()
      return {
        by: api().nobody,
        ask: { body: { code: sent.code, password: newcomerPassword, pin: staffPin } },
        question: logsIn(staff.number, newcomerPassword),
      }
    },
    async 'auth.switchStaff'() {
      const boss = await api().as('manager')
      await boss.get('users.pin', { body: { current_password: castPassword, pin: staffPin } })
      return { by: await api().signIn('clerk'), ask: { body: { employee_id: boss.user_id, pin: staffPin } } }
    },
    'auth.stayAwake': async () => ({ by: await api().as('clerk'), ask: {} }),
    'auth.handoff': async () => ({ by: await api().as('hanako'), ask: {} }),
    'auth.confirm': async () => ({ by: await member(), ask: { body: { password: castPassword } } }),
    'auth.stepUpSend': async () => ({ by: await member(), ask: { body: { purpose: 'email' } } }),
    async 'auth.stepUp'() {
      const by = await member()
      await by.get('auth.stepUpSend', { body: { purpose: 'email' } })
      const code = await codeFor(api(), by.phone)
      return {
        by,
        ask: { body: { method: 'otp', purpose: 'email', code } },
        question: () => ({ by, ask: { body: { email: `proved-${by.email}` } } }),
      }
    },
    'auth.passkeyChallenge': async () => ({ by: api().nobody, ask: {} }),
    'auth.passkeyOptions': async () => ({ by: await member(), ask: {} }),
    async 'auth.removePasskey'() {
      const by = await member()
      const id = randomUUID()
      await api().db.query(
        `insert into passkeys (id, credential_id, user_id, public_key, counter, transports, name, synced, created_at)
         values ($1::uuid, $1::text, $2, '\\x00', 0, '{}', 'キー', true, now())`,
        [id, by.user_id],
      )
      await prove(api(), by, 'passkey')
      return { by, ask: { params: { id } }, question: asMe(by) }
    },
    async 'auth.endSession'() {
      const by = await member()
      await api().nobody.get('auth.login', login(by.username, castPassword).ask)
      const { items } = await by.get('auth.sessions')
      const sid = items.find(({ current }) => !current)?.id ?? ''
      return { by, ask: { params: { sid } }, question: asMe(by) }
    },
    'auth.revokeAll': async () => ({ by: await member(), ask: {} }),
    async 'auth.refreshAccessToken'() {
      const by = await member()
      return { by, ask: { body: { refresh_token: by.refresh_token }, headers: program } }
    },
    async 'auth.refreshToken'() {
      const by = await member()
      return { by, ask: { body: { refresh_token: by.refresh_token }, headers: program } }
    },
    async 'auth.logout'() {
      const by = await member()
      return { by, ask: { body: { refresh_token: by.refresh_token }, headers: program } }
    },
    async 'auth.undoEmail'() {
      const { who, code } = await moving('email')
      await api().db.query('update users set email_verified = true where id = $1', [who.user_id])
      await who.get('users.verifyEmail', { body: { code } })
      const [letter] = await outboxOf(api(), who.email)
      const undo = /取り消し番号：([0-9A-Z-]{19})/.exec(letter?.text ?? '')?.[1]
      return { by: api().nobody, ask: { body: { code: undo } }, question: logsIn(who.email, castPassword) }
    },
    async 'users.password'() {
      const by = await member()
      return {
        by,
        ask: { body: { current_password: castPassword, password: nextPassword } },
        question: () => ({ by, ask: { body: { current_password: nextPassword, password: nextPassword } } }),
      }
    },
    async 'users.email'() {
      const by = await member()
      await prove(api(), by, 'email')
      return { by, ask: { body: { email: `new-${by.email}` } } }
    },
    'users.sendEmailCode': async () => ({ by: await member(), ask: { body: { target: 'current' } } }),
    async 'users.verifyEmail'() {
      const { who, code } = await moving('email')
      return { by: who, ask: { body: { code } }, question: asMe(who) }
    },
    async 'users.phone'() {
      const by = await member()
      await prove(api(), by, 'phone')
      return { by, ask: { body: { phone: `090-0000-7${by.phone.slice(-3)}` } } }
    },
    async 'users.verifyPhone'() {
      const { who, code } = await moving('phone')
      return { by: who, ask: { body: { pin: code } }, question: asMe(who) }
    },
    async 'users.remove'() {
      const by = await member()
      await prove(api(), by, 'delete')
      // Each renewal uses up its handle, so every question comes from another session of theirs.
      const { ask } = login(by.username, castPassword)
      const others = await Promise.all([1, 2, 3].map(() => api().nobody.get('auth.login', ask)))
      return {
        by,
        ask: { body: { password: castPassword } },
        question() {
          const { token } = others.pop() as Output<'auth.loginCode'>
          return { by, ask: { body: { refresh_token: token.refresh_token }, headers: program } }
        },
      }
    },
    async 'payoutMethods.stopByCode'() {
      const owner = await member()
      return {
        by: api().nobody,
        ask: { body: { code: await letterOf(api(), owner) } },
        question: asMe(owner),
      }
    },
  } satisfies Partial<Record<CallName, () => Promise<AccountAct>>>
  return asks
}
