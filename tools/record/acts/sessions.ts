import { caller, type Reply } from '@shirogane/testkit/calls/caller'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { staffPin } from '@shirogane/testkit/acts/let-in'
import { codeFor, newcomer, newcomerPassword, newPhone, outboxOf } from '@shirogane/testkit/acts/newcomer'
import { type Act, ask, type Stage } from '../act.ts'
import { prove, registered } from './people.ts'

const deviceOf = ({ cookies }: Reply): Record<string, string> =>
  cookies['did'] === undefined ? {} : { Cookie: `did=${cookies['did']}` }

/** An unknown browser: the password alone does not let its user in, the code from the SMS does. */
async function newBrowser(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const person = await registered(stage)
  if (!person) return
  world.clock.forward(61_000)
  const body = { credential: String(person.form['username']), password: newcomerPassword }
  const first = await world.nobody.call('auth.login', { body })
  const { flow } = (first.body ?? {}) as { flow?: string }
  if (flow === undefined) return
  if (draw.chance(0.3)) {
    world.clock.forward(draw.pick([10_000, 61_000]))
    await world.nobody.call('auth.loginSend', { body: { flow } })
  }
  if (draw.chance(0.3)) await world.nobody.call('auth.loginCode', { body: { flow, pin: '000000' } })
  const headers = deviceOf(first)
  const pin = await codeFor(world, person.phone)
  await world.nobody.call('auth.loginCode', { body: { flow, pin }, headers })
  await world.nobody.call('auth.login', { body, headers })
  await person.call('auth.sessions')
  if (draw.chance(0.5)) await person.call('auth.revokeAll')
}

/** An address that a stranger moved comes back by the number that went to the old one. */
async function addressComesBack(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const person = await registered(stage)
  if (!person) return
  const [mine, thief] = [`m${person.phone.slice(-6)}@example.com`, `t${person.phone.slice(-6)}@example.com`]
  for (const email of [mine, thief]) {
    await prove(stage, person, 'email')
    await person.call('users.email', { body: { email } })
    await person.call('users.verifyEmail', { body: { code: await codeFor(world, email) } })
  }
  const letters = await outboxOf(world, mine)
  const code = letters.map(({ text }) => /取り消し番号：([0-9A-Z-]{19})/.exec(text)?.[1]).find(Boolean)
  await world.nobody.call('auth.undoEmail', { body: { code: draw.chance(0.8) ? (code ?? '') : '0000' } })
  if (draw.chance(0.2)) await world.nobody.call('auth.undoEmail', { body: { code: code ?? '' } })
}

/** At one register one after the other: with digits instead of a password. */
async function changesClerk({ world, draw }: Stage): Promise<void> {
  const [clerk, manager] = [await world.signIn('clerk'), await world.as('manager')]
  await manager.call('users.pin', { body: { current_password: castPassword, pin: staffPin } })
  await clerk.call('auth.stayAwake')
  await clerk.call('auth.confirm', { body: { password: draw.chance(0.7) ? castPassword : 'not mine' } })
  const reply = await clerk.call('auth.switchStaff', {
    body: { employee_id: castLogins.manager, pin: draw.chance(0.75) ? staffPin : '111111' },
    headers: { 'X-Client-Type': 'api' },
  })
  if (reply.status !== 200) return
  const { user, token } = reply.body as {
    user: { id: string }
    token: { access_token: string; refresh_token: string }
  }
  const after = caller({ url: world.url, user_id: user.id, ...token })
  await after.call('users.employeeDetails')
  await after.call('auth.logout', { body: {} })
}

/** Who has not entered the code yet: another phone, another code, and what is closed to them. */
async function unverified(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const { cookies } = await world.nobody.call('auth.ticket')
  const headers = { Cookie: `ticket=${cookies['ticket']}` }
  await world.nobody.call('users.isUsernameAvailable', { query: { username: 'hanako' }, headers })
  await world.nobody.call('users.isPhoneAvailable', { query: { phone: '090-0000-9001' }, headers })
  await world.nobody.call('users.isEmailAvailable', { query: { email: 'new@example.com' }, headers })
  const person = await newcomer(world)
  await person.call('users.token')
  world.clock.forward(draw.pick([5_000, 61_000, 61_000]))
  if (draw.chance(0.5)) await person.call('auth.sendVerify')
  const phone = newPhone()
  await person.call('users.changePhone', { params: { id: person.user_id }, body: { phone } })
  await person.call('auth.verifyUser', { body: { pin: await codeFor(world, `+81${phone.slice(1)}`) } })
  if (draw.chance(0.3)) await person.call('auth.sendVerify')
}

/** The shop on the web takes the session over; the phone goes on with the access token of the old one. */
async function goesToTheShop(stage: Stage): Promise<void> {
  const { world } = stage
  const member = await world.signIn('hanako')
  const made = await ask<{ url: string }>(member, 'auth.handoff')
  await member.call('auth.handoffOnlineStore')
  await member.call('auth.refreshAccessToken', {
    body: { refresh_token: member.refresh_token },
    headers: { 'X-Client-Type': 'api' },
  })
  await member.call('auth.passkeyOptions')
  await member.call('auth.passkeyChallenge')
  await member.call('auth.logout', { body: made ? {} : { everywhere: true } })
}

export const sessions: Act[] = [
  { weight: 0.8, name: 'new browser', run: newBrowser },
  { weight: 0.4, name: 'address comes back', run: addressComesBack },
  { weight: 0.6, name: 'register changes hands', run: changesClerk },
  { weight: 0.5, name: 'unverified', run: unverified },
  { weight: 0.5, name: 'the shop on the web', run: goesToTheShop },
]
