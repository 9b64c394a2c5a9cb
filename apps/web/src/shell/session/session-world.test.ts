import fc from 'fast-check'
import type { User } from '@shirogane/contract/resources/shapes'
import { expect, test } from 'vitest'
import { aUser } from '../../shared/testing/a-user.ts'
import {
  beginning,
  type Session,
  type SessionEffect,
  type SessionEvent,
  transition,
} from './session-machine.ts'

const hanako: User = aUser()
const kyoko: User = { ...hanako, id: '0198c0de-0000-7000-8000-00000000000b', username: 'kyoko' }
const now = 1_800_000_000_000
const outcomes = ['ok', 'ok', 'refused', 'lost'] as const
type Outcome = (typeof outcomes)[number]
type Request = Extract<SessionEffect, { do: 'take_early' | 'renew' | 'ask_user' | 'end_on_server' }>

/** A page, its browser and a server, as session.ts stands between them. */
function openPage() {
  let tokens = 0
  let pending: Request[] = []
  let hasRetry = false
  let keepsTime = false
  let isMarked = false
  /** Whom the screens were told of last. */
  let told: User | null = null
  /** Who is signed in by the cookie of this browser. */
  let owner: User | null = hanako
  let session: Session = beginning

  const newToken = () => ({
    access_token: `access-${(tokens += 1)}`,
    refresh_token: `handle-${tokens}`,
    expires_at: now + 300_000,
  })

  function dispatch(event: SessionEvent): void {
    const [next, effects] = transition(session, event)
    session = next
    for (const effect of effects) run(effect)
  }

  function run(effect: SessionEffect): void {
    switch (effect.do) {
      case 'take_early':
      case 'end_on_server':
        pending.push(effect)
        break
      case 'ask_user':
      case 'renew':
        // While one is on its way there is no second one, and who leaves renews nothing.
        if (effect.do === 'renew' && session.isLeaving) break
        if (!pending.some((one) => one.do === effect.do)) pending.push(effect)
        break
      case 'retry_in':
        hasRetry = true
        break
      case 'stop_retry':
        hasRetry = false
        break
      case 'keep_time':
        keepsTime = true
        break
      case 'stop_time':
        keepsTime = false
        break
      case 'mark':
        isMarked = effect.on
        break
      case 'report_user':
        told = effect.user
        break
      case 'report_end':
        told = null
        break
      case 'reload':
        start()
        break
      case 'pend_logout':
      case 'finish_logout':
      case 'notify_tabs':
    }
  }

  function start(): void {
    session = beginning
    pending = []
    hasRetry = false
    keepsTime = false
    told = null
    dispatch({ type: 'opened', isMarked })
  }

  function answer(request: Request, outcome: Outcome): void {
    const isRefused = outcome === 'refused' || owner === null
    switch (request.do) {
      case 'take_early':
        if (outcome === 'ok' && owner !== null)
          dispatch({ type: 'early_came', token: newToken(), user: owner, saved: null })
        else
          dispatch({
            type: 'early_came',
            token: null,
            user: outcome === 'lost' ? 'late' : null,
            saved: owner,
          })
        break
      case 'renew':
        if (outcome === 'lost') dispatch({ type: 'unreachable' })
        else if (isRefused) dispatch({ type: 'refused', reason: 'expired' })
        else {
          dispatch({ type: 'renewed', token: newToken() })
          if (request.asks) dispatch({ type: 'may_ask' })
        }
        break
      case 'ask_user':
        if (outcome === 'ok' && owner !== null) dispatch({ type: 'user_came', user: owner })
        else dispatch({ type: 'user_failed', isRefused: isRefused && outcome !== 'lost' })
        break
      case 'end_on_server':
        if (outcome !== 'lost') owner = null
        dispatch({ type: 'logged_out', isLost: outcome === 'lost' })
    }
  }

  isMarked = true
  start()
  return {
    session: () => session,
    told: () => told,
    keepsTime: () => keepsTime,
    isMarked: () => isMarked,
    isWaiting: () => pending.length > 0 || hasRetry,
    dispatch,
    signIn(user: User) {
      owner = user
      dispatch({ type: 'signed_in', user, token: newToken() })
    },
    /** Another tab has signed this person in. */
    takeOver(user: User) {
      owner = user
      dispatch({ type: 'note_came', note: { type: 'signed_in', user_id: user.id } })
    },
    noteToken() {
      if (owner !== null)
        dispatch({ type: 'note_came', note: { type: 'token', user_id: owner.id, token: newToken() } })
    },
    endElsewhere() {
      owner = null
      dispatch({ type: 'note_came', note: { type: 'ended' } })
    },
    deliver(outcome: Outcome) {
      const one = pending.shift()
      if (one !== undefined) answer(one, outcome)
    },
    ring() {
      if (!hasRetry) return
      hasRetry = false
      dispatch({ type: 'retry_came' })
    },
    tick() {
      if (keepsTime) dispatch({ type: 'ticked', now })
    },
  }
}
type Page = ReturnType<typeof openPage>

const woken = { type: 'woken', now, isVisible: true, isMarkLost: false, isArriving: false } as const
const acts: Record<string, (page: Page, outcome: Outcome) => void> = {
  deliver: (page, outcome) => page.deliver(outcome),
  deliver_again: (page, outcome) => page.deliver(outcome),
  ring: (page) => page.ring(),
  tick: (page) => page.tick(),
  wake: (page) => page.dispatch(woken),
  wake_unmarked: (page) => page.dispatch({ ...woken, isMarkLost: !page.isMarked() }),
  sign_in: (page) => page.signIn(hanako),
  sign_in_other: (page) => page.signIn(kyoko),
  take_over: (page) => page.takeOver(kyoko),
  note_token: (page) => page.noteToken(),
  end_elsewhere: (page) => page.endElsewhere(),
  logout: (page) => {
    if (page.session().seen.status === 'signed_in') page.dispatch({ type: 'logout_asked' })
  },
  expire: (page) => {
    if (page.session().seen.status === 'signed_in')
      page.dispatch({ type: 'refused', reason: 'expired_in_call' })
  },
}

/** With a network that works, and a clock. */
function letRest(page: Page): void {
  for (let count = 0; count < 100; count += 1) {
    const { status, reconnecting } = page.session().seen
    if (page.isWaiting()) {
      page.deliver('ok')
      page.ring()
    } else if (reconnecting) page.tick()
    else if (status !== 'starting') return
  }
}

test('in no order of events does a session show who has gone, or wait for nothing', () => {
  const act = fc.record({
    name: fc.constantFrom(...Object.keys(acts)),
    outcome: fc.constantFrom(...outcomes),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60, size: 'max' }), (happened) => {
      const page = openPage()
      for (const { name, outcome } of happened) {
        acts[name]!(page, outcome)
        const { seen, token, saved } = page.session()
        if (seen.status === 'guest') {
          expect([name, token, saved, seen.auth, page.told()]).toEqual([name, null, null, null, null])
          expect([page.keepsTime(), page.isMarked()]).toEqual([false, false])
        }
        if (seen.status === 'signed_in') expect([name, page.keepsTime()]).toEqual([name, true])
        if (seen.status === 'starting') expect([name, page.isWaiting()]).toEqual([name, true])
        if (page.told() !== null) expect(seen.auth?.id).toBe(page.told()?.id)
      }
      letRest(page)
      const { status, reconnecting } = page.session().seen
      expect([status === 'starting', reconnecting]).toEqual([false, false])
    }),
    { numRuns: 500 },
  )
})
