import type { User } from '@shirogane/contract/resources/shapes'
import { describe, expect, test } from 'vitest'
import { aUser } from '../../shared/testing/a-user.ts'
import {
  beginning,
  guest,
  type Session,
  type SessionEffect,
  type SessionEvent,
  transition,
} from './session-machine.ts'

const user: User = aUser()
const other: User = { ...user, id: '0198c0de-0000-7000-8000-00000000000b', username: 'kyoko' }
const now = 1_800_000_000_000
const token = { access_token: 'access', refresh_token: 'handle', expires_at: now + 300_000 }
const newer = { access_token: 'access-2', refresh_token: 'handle-2', expires_at: now + 480_000 }

const after = (session: Session, ...events: readonly SessionEvent[]): Session =>
  events.reduce((before, event) => transition(before, event)[0], session)

const signedIn = after(beginning, { type: 'signed_in', user, token })
/** Every phase, as events lead there. */
const phases = {
  starting: beginning,
  /** A token is there, and the device remembers who was here. */
  starting_saved: after(beginning, { type: 'early_came', token, user: null, saved: user }),
  guest: after(beginning, { type: 'opened', isMarked: false }),
  signed_in: signedIn,
  reconnecting: after(signedIn, { type: 'unreachable' }),
} satisfies Record<string, Session>
type Phase = keyof typeof phases

/** What the screens see, in one word. */
function phaseOf({ seen, saved }: Session): Phase {
  if (seen.status === 'starting') return saved === null ? 'starting' : 'starting_saved'
  if (seen.status === 'guest') return 'guest'
  return seen.reconnecting ? 'reconnecting' : 'signed_in'
}

/** An effect in one line. */
function lineOf(effect: SessionEffect): string {
  switch (effect.do) {
    case 'renew':
      return `renew ${effect.kind.slice(5)}${effect.asks ? ' and ask' : ''}`
    case 'retry_in':
      return `retry in ${effect.ms}`
    case 'mark':
    case 'pend_logout':
      return `${effect.do} ${effect.on ? 'on' : 'off'}`
    case 'notify_tabs':
      return `notify ${effect.note.type}`
    case 'report_user':
      return `report ${effect.user.username}`
    case 'report_end':
      return `report ${effect.reason}`
    case 'end_on_server':
      return `end ${effect.token === null ? 'nothing' : effect.token.refresh_token}`
    default:
      return effect.do
  }
}

const woken = { type: 'woken', now, isVisible: true, isMarkLost: false, isArriving: false } as const

/** An event, and for each phase what the screens see afterwards and what is done, in this order. */
type Row = readonly [name: string, event: SessionEvent, outcomes: string]

const rows: readonly Row[] = [
  [
    'opened with the mark',
    { type: 'opened', isMarked: true },
    `
      starting        starting        take_early
      starting_saved  starting_saved  take_early
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'opened without it',
    { type: 'opened', isMarked: false },
    `
      starting        guest
      starting_saved  guest
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'early answers, whole',
    { type: 'early_came', token, user, saved: null },
    `
      starting        signed_in       keep_time, report hanako
      starting_saved  signed_in       keep_time, report hanako
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'early answers, the token alone',
    { type: 'early_came', token, user: null, saved: null },
    `
      starting        starting        ask_user
      starting_saved  starting        ask_user
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'no early answers',
    { type: 'early_came', token: null, user: null, saved: null },
    `
      starting        starting        renew refreshToken and ask
      starting_saved  starting        ask_user
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'no early answers, and someone is remembered',
    { type: 'early_came', token: null, user: null, saved: user },
    `
      starting        starting_saved  renew refreshToken and ask
      starting_saved  starting_saved  ask_user
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'early answers too late',
    { type: 'early_came', token: null, user: 'late', saved: null },
    `
      starting        starting        renew refreshToken and ask
      starting_saved  starting        ask_user
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'early answers too late, and someone is remembered',
    { type: 'early_came', token: null, user: 'late', saved: user },
    `
      starting        reconnecting    retry in 1000, keep_time
      starting_saved  reconnecting    retry in 1000, keep_time
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'a login',
    { type: 'signed_in', user, token },
    `
      starting        signed_in       mark on, pend_logout off, keep_time, report hanako, notify signed_in
      starting_saved  signed_in       mark on, pend_logout off, keep_time, report hanako, notify signed_in
      guest           signed_in       mark on, pend_logout off, keep_time, report hanako, notify signed_in
      signed_in       signed_in       mark on, pend_logout off, keep_time, report hanako, notify signed_in
      reconnecting    signed_in       mark on, pend_logout off, keep_time, report hanako, notify signed_in`,
  ],
  [
    'adopted',
    { type: 'adopted', user },
    `
      starting        reconnecting    keep_time, report hanako
      starting_saved  signed_in       keep_time, report hanako
      guest           reconnecting    keep_time, report hanako
      signed_in       signed_in       keep_time, report hanako
      reconnecting    signed_in       keep_time, report hanako`,
  ],
  [
    'renewed',
    { type: 'renewed', token: newer },
    `
      starting        starting        mark on, keep_time
      starting_saved  starting_saved  mark on, keep_time
      guest           guest
      signed_in       signed_in       mark on, notify token, stop_retry, keep_time
      reconnecting    reconnecting    mark on, notify token, stop_retry, ask_user, keep_time`,
  ],
  [
    'a renewal refused',
    { type: 'refused', reason: 'expired' },
    `
      starting        guest           notify ended, stop_time, stop_retry, mark off, report expired
      starting_saved  guest           notify ended, stop_time, stop_retry, mark off, report expired
      guest           guest
      signed_in       guest           notify ended, stop_time, stop_retry, mark off, report expired
      reconnecting    guest           notify ended, stop_time, stop_retry, mark off, report expired`,
  ],
  [
    'a renewal unanswered',
    { type: 'unreachable' },
    `
      starting        starting        retry in 1000
      starting_saved  reconnecting    retry in 1000, keep_time
      guest           guest
      signed_in       reconnecting    retry in 1000
      reconnecting    reconnecting    retry in 2000`,
  ],
  [
    'renewed in order to ask',
    { type: 'may_ask' },
    `
      starting        starting        ask_user
      starting_saved  starting_saved  ask_user
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'the answer who is here',
    { type: 'user_came', user },
    `
      starting        reconnecting    keep_time, report hanako
      starting_saved  signed_in       keep_time, report hanako
      guest           guest
      signed_in       signed_in       keep_time, report hanako
      reconnecting    signed_in       keep_time, report hanako`,
  ],
  [
    'the answer about another person',
    { type: 'user_came', user: other },
    `
      starting        reconnecting    keep_time, report kyoko
      starting_saved  signed_in       keep_time, report kyoko
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'the question refused',
    { type: 'user_failed', isRefused: true },
    `
      starting        starting        retry in 1000
      starting_saved  reconnecting    retry in 1000, keep_time
      guest           guest
      signed_in       signed_in
      reconnecting    signed_in`,
  ],
  [
    'the question unanswered',
    { type: 'user_failed', isRefused: false },
    `
      starting        starting        retry in 1000
      starting_saved  reconnecting    retry in 1000, keep_time
      guest           guest
      signed_in       reconnecting    retry in 1000
      reconnecting    reconnecting    retry in 2000`,
  ],
  [
    'time to try again',
    { type: 'retry_came' },
    `
      starting        starting        renew refreshToken and ask
      starting_saved  starting_saved  renew refreshToken and ask
      guest           guest           renew refreshToken and ask
      signed_in       signed_in       renew refreshToken and ask
      reconnecting    reconnecting    renew refreshToken and ask`,
  ],
  [
    'a tick',
    { type: 'ticked', now },
    `
      starting        starting        renew refreshToken
      starting_saved  starting_saved  renew refreshAccessToken
      guest           guest           renew refreshToken
      signed_in       signed_in       renew refreshAccessToken
      reconnecting    reconnecting    renew refreshAccessToken`,
  ],
  [
    'a tick long after the token ended',
    { type: 'ticked', now: now + 3_600_000 },
    `
      starting        starting        renew refreshToken
      starting_saved  starting_saved  renew refreshToken
      guest           guest           renew refreshToken
      signed_in       signed_in       renew refreshToken
      reconnecting    reconnecting    renew refreshToken`,
  ],
  [
    'woken',
    woken,
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           finish_logout
      signed_in       signed_in
      reconnecting    reconnecting    renew refreshToken and ask`,
  ],
  [
    'woken out of sight',
    { ...woken, isVisible: false },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           finish_logout
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'woken with a token that ends',
    { ...woken, now: now + 250_000 },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           finish_logout
      signed_in       signed_in       renew refreshToken
      reconnecting    reconnecting    renew refreshToken and ask`,
  ],
  [
    'woken without the mark',
    { ...woken, isMarkLost: true },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           finish_logout
      signed_in       guest           stop_time, stop_retry, mark off, report other_tab
      reconnecting    guest           stop_time, stop_retry, mark off, report other_tab`,
  ],
  [
    'woken during a login',
    { ...woken, isArriving: true },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting    renew refreshToken and ask`,
  ],
  [
    'the end in another tab',
    { type: 'note_came', note: { type: 'ended' } },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest
      signed_in       guest           stop_time, stop_retry, mark off, report other_tab
      reconnecting    guest           stop_time, stop_retry, mark off, report other_tab`,
  ],
  [
    'a token from another tab',
    { type: 'note_came', note: { type: 'token', user_id: user.id, token: newer } },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           reload
      signed_in       signed_in       stop_retry
      reconnecting    reconnecting    stop_retry, ask_user`,
  ],
  [
    'a token of another person',
    { type: 'note_came', note: { type: 'token', user_id: other.id, token: newer } },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           reload
      signed_in       signed_in       reload
      reconnecting    reconnecting    reload`,
  ],
  [
    'a login in another tab',
    { type: 'note_came', note: { type: 'signed_in', user_id: user.id } },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           reload
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'a login of another person',
    { type: 'note_came', note: { type: 'signed_in', user_id: other.id } },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest           reload
      signed_in       signed_in       reload
      reconnecting    reconnecting    reload`,
  ],
  [
    'a log-out',
    { type: 'logout_asked' },
    `
      starting        starting        notify ended, end nothing
      starting_saved  starting_saved  notify ended, end handle
      guest           guest           notify ended, end nothing
      signed_in       signed_in       notify ended, end handle
      reconnecting    reconnecting    notify ended, end handle`,
  ],
  [
    'a log-out heard of',
    { type: 'logged_out', isLost: false },
    `
      starting        guest           stop_time, stop_retry, mark off, report logout
      starting_saved  guest           stop_time, stop_retry, mark off, report logout
      guest           guest           stop_time, stop_retry, mark off, report logout
      signed_in       guest           stop_time, stop_retry, mark off, report logout
      reconnecting    guest           stop_time, stop_retry, mark off, report logout`,
  ],
  [
    'a log-out not heard of',
    { type: 'logged_out', isLost: true },
    `
      starting        guest           pend_logout on, stop_time, stop_retry, mark off, report logout
      starting_saved  guest           pend_logout on, stop_time, stop_retry, mark off, report logout
      guest           guest           pend_logout on, stop_time, stop_retry, mark off, report logout
      signed_in       guest           pend_logout on, stop_time, stop_retry, mark off, report logout
      reconnecting    guest           pend_logout on, stop_time, stop_retry, mark off, report logout`,
  ],
  [
    'about to leave',
    { type: 'leaving' },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
  [
    'a closed account',
    { type: 'closed' },
    `
      starting        guest           notify ended, stop_time, stop_retry, mark off, report logout
      starting_saved  guest           notify ended, stop_time, stop_retry, mark off, report logout
      guest           guest           notify ended, stop_time, stop_retry, mark off, report logout
      signed_in       guest           notify ended, stop_time, stop_retry, mark off, report logout
      reconnecting    guest           notify ended, stop_time, stop_retry, mark off, report logout`,
  ],
  [
    'staying',
    { type: 'stayed' },
    `
      starting        starting
      starting_saved  starting_saved
      guest           guest
      signed_in       signed_in
      reconnecting    reconnecting`,
  ],
]

const cases = rows.flatMap(([name, event, outcomes]) =>
  outcomes
    .trim()
    .split('\n')
    .map((line) => {
      const [phase = '', next = '', effects = ''] = line.trim().split(/ {2,}/)
      return { name, event, phase: phase as Phase, next, effects }
    }),
)

describe('a session', () => {
  test('has a line for each event in each phase', () => {
    for (const [name] of rows) {
      expect(cases.filter((one) => one.name === name).map(({ phase }) => phase)).toEqual(Object.keys(phases))
    }
  })

  test.each(cases)('that is $phase, $name: $next', ({ event, phase, next, effects }) => {
    const before = structuredClone(phases[phase])
    const [session, done] = transition(phases[phase], event)
    expect([phaseOf(session), done.map(lineOf).join(', ')]).toEqual([next, effects])
    expect(phases[phase]).toEqual(before)
  })

  test('rotates its secret on every third tick, counted anew from a token of another tab', () => {
    const kinds: string[] = []
    let session = signedIn
    const tick = () => {
      const [next, effects] = transition(session, { type: 'ticked', now })
      session = next
      kinds.push(...effects.map(lineOf))
    }
    tick()
    tick()
    tick()
    tick()
    session = after(session, { type: 'note_came', note: { type: 'token', user_id: user.id, token: newer } })
    expect(session.token).toBe(newer)
    tick()
    tick()
    tick()
    const [access, secret] = ['renew refreshAccessToken', 'renew refreshToken']
    expect(kinds).toEqual([access, access, secret, access, access, access, secret])
  })

  test('takes no word about the session before it, whose renewal was on its way', () => {
    const { refresh_token: handle } = token
    const late = [
      { type: 'renewed', token, handle },
      { type: 'refused', reason: 'expired', handle },
      { type: 'unreachable', handle },
    ] as const
    const next = after(signedIn, { type: 'signed_in', user: other, token: newer })
    for (const event of late) {
      expect(transition(next, event)).toEqual([next, []])
      expect(transition(signedIn, event)).not.toEqual([signedIn, []])
    }
  })

  test('waits longer after each try without an answer, and begins anew once it is known who is here', () => {
    const waits: string[] = []
    let session = signedIn
    for (let tries = 0; tries < 7; tries += 1) {
      const [next, effects] = transition(session, { type: 'unreachable' })
      session = next
      waits.push(...effects.map(lineOf))
    }
    expect(waits.map((line) => Number(line.split(' ').at(-1)))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ])
    expect(after(session, { type: 'renewed', token: newer }).retries).toBe(7)
    expect(after(session, { type: 'renewed', token: newer }, { type: 'user_came', user }).retries).toBe(0)
  })

  test('that has a new token and no answer who is here asks that alone, until the next renewal fails', () => {
    const lines = (session: Session) => transition(session, { type: 'retry_came' })[1].map(lineOf)
    const asking = after(
      signedIn,
      { type: 'unreachable' },
      { type: 'renewed', token: newer },
      { type: 'user_failed', isRefused: false },
    )
    expect(lines(asking)).toEqual(['ask_user'])
    expect(lines(after(asking, { type: 'unreachable' }))).toEqual(['renew refreshToken and ask'])
  })

  test('shows what the device remembers once, and takes it for no answer', () => {
    const shown = after(phases.starting_saved, { type: 'unreachable' })
    expect(shown).toMatchObject({ saved: null, seen: { auth: { id: user.id }, reconnecting: true } })
    expect(shown.seen.auth).not.toHaveProperty('wallet')
    expect(after(shown, { type: 'user_came', user })).toMatchObject({ seen: { reconnecting: false } })
  })

  test('keeps nothing beyond its end, and is on its way out until it has left or stays', () => {
    expect(after(signedIn, { type: 'refused', reason: 'expired' })).toEqual({ ...beginning, seen: guest })
    expect(after(signedIn, { type: 'logout_asked' }).isLeaving).toBe(true)
    expect(after(signedIn, { type: 'logout_asked' }, { type: 'logged_out', isLost: false })).toEqual({
      ...beginning,
      seen: guest,
    })
    expect(after(signedIn, { type: 'leaving' }, { type: 'closed' }).isLeaving).toBe(true)
    expect(after(signedIn, { type: 'leaving' }, { type: 'stayed' })).toEqual(signedIn)
  })
})
