import { randomUUID } from 'node:crypto'
import { caller, type Caller } from '@shirogane/testkit/calls/caller'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { comeIn, proveStaff } from '@shirogane/testkit/acts/let-in'
import {
  codeFor,
  type Newcomer,
  newcomer,
  newcomerPassword,
  newPhone,
  registrationForm,
  sendRegistration,
} from '@shirogane/testkit/acts/newcomer'
import { grantPoints } from '@shirogane/testkit/acts/funds'
import { type Act, ask, codeOf, keyed, members, type Stage, storeOf } from '../act.ts'

const asProgram = { 'X-Client-Type': 'api' }
type Token = { token: { access_token: string; refresh_token: string }; user: { id: string } }

/** A guest registers, and mostly enters the code from the SMS. */
export async function registered(stage: Stage, over: object = {}): Promise<Newcomer | null> {
  const { world, draw } = stage
  const person = await newcomer(world, { ...over })
  if (draw.chance(0.1)) return person
  if (draw.chance(0.3)) await person.call('auth.verifyUser', { body: { pin: '000000' } })
  await person.call('auth.verifyUser', { body: { pin: await codeFor(world, person.phone) } })
  const token = await ask<{ access_token: string }>(person, 'auth.refreshAccessToken', {
    body: { refresh_token: person.refresh_token },
    headers: asProgram,
  })
  return token ? { ...person, ...caller({ url: world.url, user_id: person.user_id, ...token }) } : person
}

async function registration(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const [inviter] = await world.db.query<{ code: string }>(
    'select code from affiliators where left_at is null order by code limit 1',
  )
  const person = await registered(
    stage,
    draw.chance(0.4) && inviter
      ? { affiliate_code: inviter.code }
      : draw.chance(0.2)
        ? { store_ref: 'KNZ1' }
        : {},
  )
  if (!person) return
  await person.call('users.me')
  if (draw.chance(0.5))
    await person.call('users.profile', {
      body: { last_name: '新人', first_name: '一子', last_name_kana: 'シンジン', first_name_kana: 'イチコ' },
    })
  if (draw.chance(0.6)) {
    const amount = draw.int(1, 5_000)
    const sale = { token: await codeOf(person), amount, tenders: { cash: amount } }
    await (await world.as('clerk')).call('transactions.pay', keyed(sale))
  }
  if (draw.chance(0.2)) {
    await grantPoints(world.db, person.user_id, 10)
    await prove(stage, person, 'delete')
    await person.call('users.remove', { body: { password: newcomerPassword } })
  }
}

async function wrongRegistration({ world, draw }: Stage): Promise<void> {
  const form = registrationForm()
  const over = draw.pick([
    { agree_to_tos: false },
    { password: 'password' },
    { username: 'hanako' },
    { phone_number: '123' },
    { username: 'あ' },
    { email: 'not an address' },
    { affiliate_code: 'UNKNOWN' },
    {},
  ])
  if (draw.chance(0.2)) await sendRegistration(world, { ...form, ...over }, 'ticket=forged')
  else await sendRegistration(world, { ...form, ...over })
}

async function session({ world, draw }: Stage): Promise<void> {
  const name = draw.pick(members)
  const answer = await world.nobody.call('auth.login', {
    body: { credential: castLogins[name], password: draw.chance(0.8) ? castPassword : 'not mine' },
    headers: asProgram,
  })
  if (answer.status !== 200) return
  const { token, user } = answer.body as Token
  let person: Caller = caller({ url: world.url, user_id: user.id, ...token })
  if (draw.chance(0.7)) {
    world.clock.forward(draw.int(1, 20) * 60_000)
    const fresh = await ask<{ access_token: string; refresh_token?: string }>(person, 'auth.refreshToken', {
      body: { refresh_token: token.refresh_token },
      headers: asProgram,
    })
    if (draw.chance(0.3))
      await person.call('auth.refreshToken', {
        body: { refresh_token: token.refresh_token },
        headers: asProgram,
      })
    if (fresh) person = caller({ url: world.url, user_id: user.id, ...fresh })
  }
  const sessions = await ask<{ items: { id: string }[] }>(person, 'auth.sessions')
  await draw.pick([
    () => person.call('auth.logout', { body: {} }),
    () => person.call('auth.revokeAll'),
    () => person.call('auth.endSession', { params: { sid: sessions?.items.at(-1)?.id ?? randomUUID() } }),
    () => person.call('auth.handoff'),
    () => person.call('auth.stepUpMethods', { query: { purpose: 'email' } }),
    () => person.call('auth.passkeys'),
  ])()
  await person.call('users.me')
}

/** Shows once more who they are, by the code that comes to their phone. */
export async function prove(stage: Stage, person: Newcomer, purpose: string): Promise<void> {
  const { world } = stage
  world.clock.forward(61_000)
  await person.call('auth.stepUpSend', { body: { purpose } })
  await person.call('auth.stepUp', {
    body: { method: 'otp', purpose, code: await codeFor(world, person.phone) },
  })
}

/** What a member changes of their own account, on people whom no other act needs. */
async function ownAccount(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const person = await registered(stage)
  if (!person) return
  await draw.pick([
    async () => {
      await prove(stage, person, 'email')
      const email = `n${randomUUID().slice(-8)}@example.com`
      await person.call('users.email', { body: { email } })
      await person.call('users.verifyEmail', { body: { code: await codeFor(world, email) } })
      await person.call('users.sendEmailCode', { body: {} })
    },
    async () => {
      await prove(stage, person, 'phone')
      const phone = newPhone()
      await person.call('users.phone', { body: { phone } })
      await person.call('users.verifyPhone', { body: { pin: await codeFor(world, `+81${phone.slice(1)}`) } })
    },
    () =>
      person.call('users.password', {
        body: { current_password: newcomerPassword, password: 'hoshi-no-shizuku-77' },
      }),
    () =>
      person.call('users.password', {
        body: { current_password: 'not mine', password: 'hoshi-no-shizuku-77' },
      }),
    async () => {
      await prove(stage, person, 'export')
      await person.call('users.export')
    },
    async () => {
      await prove(stage, person, 'delete')
      await person.call('users.remove', { body: { password: newcomerPassword, reason: '使わなくなった' } })
    },
    async () => {
      await person.call('auth.stepUpSend', { body: { purpose: 'passkey' } })
      await person.call('auth.passkeyOptions')
      await person.call('auth.passkeyChallenge')
    },
    () => person.call('auth.sendVerify'),
  ])()
}

/** A password that was forgotten, in one browser from the first page to the last. */
async function forgotten(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const person = await registered(stage)
  if (!person) return
  const credential = draw.chance(0.8) ? String(person.form['username']) : 'nobody-of-this-name'
  const sent = await world.nobody.call('auth.sendReset', { body: { credential } })
  const Cookie = Object.entries(sent.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const pin = draw.chance(0.8) ? await codeFor(world, person.phone) : '000000'
  await world.nobody.call('auth.checkReset', { body: { pin }, headers: { Cookie } })
  await world.nobody.call('auth.resetPassword', {
    body: { password: 'asa-no-hikari-88' },
    headers: { Cookie },
  })
}

async function staffComesIn(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const owner = await world.as('owner')
  await proveStaff(owner)
  const body = { name: '新人 一子', type: draw.pick(['register', 'manager']), store_id: await storeOf(stage) }
  const made = await ask<{ staff: { number: string; id: string }; invitation: { code: string } }>(
    owner,
    'admin.createStaff',
    { body },
  )
  if (!made) return
  await world.nobody.call('auth.staffInvitation', { body: { code: made.invitation.code } })
  const person = await comeIn(world, made.staff.number, made.invitation.code)
  await person.call('users.employeeDetails')
  await person.call('auth.stayAwake')
  await person.call('admin.day', { query: { store_id: await storeOf(stage) } })
  await proveStaff(owner)
  await owner.call('admin.updateStaff', { params: { id: made.staff.id }, body: { active: false } })
}

/** Where the screen of a tap shows more than one page, all that its member is shown. */
async function looksAround({ world, draw }: Stage): Promise<void> {
  const member = await world.as(draw.pick(members))
  const own = [
    'users.me',
    'users.wallet',
    'users.level',
    'users.levelHistory',
    'notifications.count',
  ] as const
  for (const name of own) await member.call(name)
  await member.call('transactions.list', { query: { with: 'months', limit: draw.int(1, 50) } })
  await member.call('notifications.list', { query: { limit: 10 } })
  await member.call('rewards.wallet')
}

async function officeLooks(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = await world.as(draw.pick(['owner', 'accountant', 'manager'] as const))
  const store_id = await storeOf(stage)
  await draw.pick([
    () => by.call('transactions.search', { query: { store_id, limit: draw.int(1, 40) } }),
    () => by.call('transactions.searchCsv', { query: { store_id } }),
    () => by.call('admin.dayReport', { query: { store_id, from: '2026-10-01', until: '2026-11-30' } }),
    () => by.call('admin.dayReportCsv', { query: { store_id, from: '2026-11-01', until: '2026-12-31' } }),
    () => by.call('admin.prepaid'),
    () => by.call('admin.prepaidCsv'),
    () => by.call('admin.members', { query: { q: draw.pick(['hanako', 'シロガネ', '090']) } }),
    () => by.call('admin.log', { query: { store_id } }),
    () => by.call('admin.logCsv', { query: { store_id } }),
    () => by.call('admin.buybacks'),
    () => by.call('admin.buybackBook'),
    () => by.call('admin.payouts'),
    () => by.call('admin.payoutsCsv'),
    () => by.call('admin.books'),
    () => by.call('inventory.list', { query: { store_id } }),
    () => by.call('transactions.laterList'),
    () => by.call('approvals.list', { query: { state: 'all' } }),
  ])()
}

export const people: Act[] = [
  { weight: 2, name: 'registration', run: registration },
  { weight: 1, name: 'wrong registration', run: wrongRegistration },
  { weight: 2.5, name: 'session', run: session },
  { weight: 2, name: 'own account', run: ownAccount },
  { weight: 0.7, name: 'forgotten password', run: forgotten },
  { weight: 0.7, name: 'staff comes in', run: staffComesIn },
  { weight: 3, name: 'member looks around', run: looksAround },
  { weight: 5, name: 'office looks', run: officeLooks },
]
