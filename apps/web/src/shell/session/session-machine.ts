import type { User } from '@shirogane/contract/resources/shapes'
import { limits } from '@shirogane/contract/rules/limits'

/** The parts that a login is split into. Wallet and level are the server's and live in the query cache. */
type Auth = Omit<User, 'wallet' | 'level' | 'profile' | 'affiliate' | 'affiliator'>

/** What the screens see of the session. */
export type SessionState = {
  status: 'starting' | 'guest' | 'signed_in'
  /** The server cannot be reached: everything stays where it is, and what moves money is switched off. */
  reconnecting: boolean
  auth: Auth | null
  profile: User['profile'] | null
  affiliate: User['affiliate']
  affiliator: User['affiliator']
}

export const guest: SessionState = {
  status: 'guest',
  reconnecting: false,
  auth: null,
  profile: null,
  affiliate: null,
  affiliator: null,
}

/** Why a session ended: the person asked, another tab did, or the server answered that it is over. */
export type EndReason = 'logout' | 'other_tab' | 'expired' | 'expired_in_call'

export type Refresh = 'auth.refreshAccessToken' | 'auth.refreshToken'
/** `expires_at` in milliseconds since 1970, by this device's clock. */
export type Token = { access_token: string; refresh_token: string; expires_at: number }

/** What one tab tells the others of this browser. */
export type Note =
  | { type: 'token'; user_id: string; token: Token }
  | { type: 'signed_in'; user_id: string }
  | { type: 'ended' }

/** The whole session of a page. Its phase is what the screens see of it: starting, guest, signed in, reconnecting. */
export type Session = {
  seen: SessionState
  token: Token | null
  /** While the page starts: the last user of this device, to be shown where the first answer does not come. */
  saved: User | null
  ticks: number
  retries: number
  /** The last word on the token was a new one: only who is here may still have to be asked. */
  isRenewed: boolean
  /** The reader is leaving, or is being replaced: nothing is renewed, and cut connections are no expiry. */
  isLeaving: boolean
}

export const beginning: Session = {
  seen: { ...guest, status: 'starting' },
  token: null,
  saved: null,
  ticks: 0,
  retries: 0,
  isRenewed: false,
  isLeaving: false,
}

export type SessionEvent =
  /** The page starts; the mark beside the cookie spares guests a refused call. */
  | { type: 'opened'; isMarked: boolean }
  /** What the early script had asked for: all of it, a part, or nothing within its time (`late`). */
  | { type: 'early_came'; token: Token | null; user: User | 'late' | null; saved: User | null }
  | { type: 'signed_in'; user: User; token: Token }
  /** The server said to a screen who this person is now. */
  | { type: 'adopted'; user: User }
  // `handle` of the session that was to be renewed, where it was known.
  | { type: 'renewed'; token: Token; handle?: string | undefined }
  | { type: 'refused'; reason: EndReason; handle?: string | undefined }
  | { type: 'unreachable'; handle?: string | undefined }
  /** A renewal that was begun to ask who is here has brought a token. */
  | { type: 'may_ask' }
  | { type: 'user_came'; user: User }
  /** `isRefused` where the server refused the question and is not merely busy. */
  | { type: 'user_failed'; isRefused: boolean }
  | { type: 'retry_came' }
  | { type: 'ticked'; now: number }
  /** The page is looked at again, or the network is back. */
  | { type: 'woken'; now: number; isVisible: boolean; isMarkLost: boolean; isArriving: boolean }
  | { type: 'note_came'; note: Note }
  | { type: 'logout_asked' }
  /** `isLost` where the server could not be told. */
  | { type: 'logged_out'; isLost: boolean }
  | { type: 'leaving' }
  | { type: 'closed' }
  | { type: 'stayed' }

export type SessionEffect =
  | { do: 'take_early' }
  /** `asks` where the answer leads on to the question who is here. */
  | { do: 'renew'; kind: Refresh; asks: boolean }
  | { do: 'ask_user' }
  | { do: 'retry_in'; ms: number }
  | { do: 'stop_retry' }
  | { do: 'keep_time' }
  | { do: 'stop_time' }
  | { do: 'mark'; on: boolean }
  | { do: 'pend_logout'; on: boolean }
  | { do: 'finish_logout' }
  | { do: 'end_on_server'; token: Token | null }
  | { do: 'notify_tabs'; note: Note }
  | { do: 'report_user'; user: User }
  | { do: 'report_end'; reason: EndReason }
  | { do: 'reload' }

type Step = [Session, SessionEffect[]]

const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const
/** Coming back from sleep with less than this left, the token is renewed before anything is asked. */
const wakeMarginMs = 60_000
/** An access token that long expired cannot vouch for its own renewal any more: a frozen tab ticks late. */
const staleMs = 8 * 60_000
const endedElsewhere: SessionEffect = { do: 'notify_tabs', note: { type: 'ended' } }

/** What becomes of the session by an event, and what is to be done for it, in this order. */
export function transition(session: Session, event: SessionEvent): Step {
  const { seen, token } = session
  const isStarting = seen.status === 'starting'
  const isGuest = seen.status === 'guest'
  // A renewal that was on its way when its session ended says nothing to a guest, or to who came after.
  if (event.type === 'renewed' || event.type === 'refused' || event.type === 'unreachable') {
    const isOfAnother = event.handle !== undefined && token !== null && token.refresh_token !== event.handle
    if (isGuest || isOfAnother) return [session, []]
  }
  switch (event.type) {
    case 'opened':
      if (!isStarting) return [session, []]
      return event.isMarked ? [session, [{ do: 'take_early' }]] : [{ ...session, seen: guest }, []]
    case 'early_came':
      if (!isStarting) return [session, []]
      return goOnFromEarly({ ...session, token: event.token ?? token, saved: event.saved }, event.user)
    case 'signed_in': {
      const [next, effects] = adopt({ ...session, token: event.token, ticks: 0 }, event.user)
      return [
        next,
        [
          { do: 'mark', on: true },
          // The cookie is this person's now. What became of the one before does not matter.
          { do: 'pend_logout', on: false },
          ...effects,
          { do: 'notify_tabs', note: { type: 'signed_in', user_id: event.user.id } },
        ],
      ]
    }
    case 'adopted':
      return adopt(session, event.user)

    case 'renewed': {
      const { auth } = seen
      const [next, effects] = goOnRenewed({ ...session, token: event.token })
      const told: SessionEffect[] =
        auth === null
          ? []
          : [{ do: 'notify_tabs', note: { type: 'token', user_id: auth.id, token: event.token } }]
      return [next, [{ do: 'mark', on: true }, ...told, ...effects, { do: 'keep_time' }]]
    }
    case 'refused': {
      const [next, effects] = end(session, event.reason)
      return [next, [endedElsewhere, ...effects]]
    }
    case 'unreachable':
      return showSaved(...retry({ ...session, isRenewed: false }))
    case 'may_ask':
      // Where a reader is on screen, a renewal has asked by itself.
      return [session, isStarting ? [{ do: 'ask_user' }] : []]

    case 'user_came':
      // The person who was asked about may have gone meanwhile.
      return isGuest || (seen.auth !== null && seen.auth.id !== event.user.id)
        ? [session, []]
        : adopt({ ...session, retries: 0 }, event.user)
    case 'user_failed':
      if (isGuest) return [session, []]
      // A refusal is an answer, and a token that does not hold is judged by the next renewal.
      return event.isRefused && seen.status === 'signed_in'
        ? [{ ...session, seen: { ...seen, reconnecting: false } }, []]
        : showSaved(...retry(session))

    case 'retry_came':
      return [session, [lookAgain(session)]]
    case 'ticked': {
      const ticks = session.ticks + 1
      const isStale = token === null || token.expires_at + staleMs < event.now
      const isThird = ticks % limits.refreshTokenEveryTicks === 0
      const kind = isThird || isStale ? 'auth.refreshToken' : 'auth.refreshAccessToken'
      return [{ ...session, ticks }, [{ do: 'renew', kind, asks: false }]]
    }
    case 'woken':
      return wake(session, event)
    case 'note_came':
      return receiveNote(session, event.note)

    case 'logout_asked':
      // First of all, because the server cuts every connection of the session: that must not be taken for an expiry and
      // renewed.
      return [{ ...session, isLeaving: true }, [endedElsewhere, { do: 'end_on_server', token }]]
    case 'logged_out': {
      const [next, effects] = end(session, 'logout')
      // The cookie may still be alive: the next start with a network ends it before anything else.
      const pending: SessionEffect[] = event.isLost ? [{ do: 'pend_logout', on: true }] : []
      return [{ ...next, isLeaving: false }, [...pending, ...effects]]
    }
    case 'leaving':
      return [{ ...session, isLeaving: true }, []]
    case 'closed': {
      const [next, effects] = end(session, 'logout')
      return [next, [endedElsewhere, ...effects]]
    }
    case 'stayed':
      return [{ ...session, isLeaving: false }, []]
  }
}

function goOnFromEarly(session: Session, user: User | 'late' | null): Step {
  if (user !== null && user !== 'late') return adopt(session, user)
  // Where there is something to show, the splash does not stay while the same is asked for a second time.
  if (user === 'late' && session.saved !== null) return showSaved(...retry(session))
  return [session, [session.token === null ? renewToAsk : { do: 'ask_user' }]]
}

const renewToAsk: SessionEffect = { do: 'renew', kind: 'auth.refreshToken', asks: true }

/** Takes over what the server says about this person. */
function adopt(session: Session, user: User): Step {
  return [
    { ...session, saved: null, seen: seenOf(user, session.token === null) },
    // After the state: what is kept on the device is kept under this person's name.
    [{ do: 'keep_time' }, { do: 'report_user', user }],
  ]
}

function seenOf(user: User, reconnecting: boolean): SessionState {
  const { wallet: _wallet, level: _level, profile, affiliate, affiliator, ...auth } = user
  return { status: 'signed_in', auth, profile, affiliate, affiliator, reconnecting }
}

/**
 * What the device itself remembers of a person is no answer: it must not stand for newer money, nor look fresh. With
 * nothing of it the splash stays until the server has spoken, because the cookie may be good.
 */
function showSaved(session: Session, effects: SessionEffect[]): Step {
  const { saved } = session
  if (saved === null) return [session, effects]
  return [{ ...session, saved: null, seen: seenOf(saved, true) }, [...effects, { do: 'keep_time' }]]
}

/** The line is back. What the device remembers of its owner is on screen until the server has said who is here. */
function goOnRenewed(before: Session): Step {
  const session = { ...before, isRenewed: true }
  // Behind the splash the call that asks who is here goes on with it.
  if (session.seen.status === 'starting') return [session, []]
  return session.seen.reconnecting
    ? [session, [{ do: 'stop_retry' }, { do: 'ask_user' }]]
    : [{ ...session, retries: 0 }, [{ do: 'stop_retry' }]]
}

/**
 * A tunnel must not log a customer out at the register: without an answer the session stays, and is tried again and
 * again.
 */
function retry(session: Session): Step {
  const { seen, retries } = session
  const isNews = seen.status === 'signed_in' && !seen.reconnecting
  const ms = retryDelaysMs[Math.min(retries, retryDelaysMs.length - 1)]!
  return [
    { ...session, retries: retries + 1, seen: isNews ? { ...seen, reconnecting: true } : seen },
    [{ do: 'retry_in', ms }],
  ]
}

const lookAgain = ({ isRenewed }: Session): SessionEffect => (isRenewed ? { do: 'ask_user' } : renewToAsk)

function end(session: Session, reason: EndReason): Step {
  const isNews = session.seen.status === 'signed_in' || reason !== 'other_tab'
  return [
    { ...beginning, seen: guest, isLeaving: session.isLeaving },
    [
      { do: 'stop_time' },
      { do: 'stop_retry' },
      { do: 'mark', on: false },
      ...(isNews ? [{ do: 'report_end', reason } as const] : []),
    ],
  ]
}

function wake(session: Session, event: Extract<SessionEvent, { type: 'woken' }>): Step {
  const { seen, token } = session
  if (seen.status === 'guest') return [session, event.isArriving ? [] : [{ do: 'finish_logout' }]]
  if (!event.isVisible || seen.status !== 'signed_in') return [session, []]
  // A page restored from the back-forward cache may have slept through a log-out in another tab.
  if (event.isMarkLost) return end(session, 'other_tab')
  if (seen.reconnecting) return [session, [lookAgain(session)]]
  const isEnding = token === null || token.expires_at - event.now < wakeMarginMs
  return [session, isEnding ? [{ do: 'renew', kind: 'auth.refreshToken', asks: false }] : []]
}

function receiveNote(session: Session, note: Note): Step {
  const { status, auth } = session.seen
  if (note.type === 'ended') return status === 'signed_in' ? end(session, 'other_tab') : [session, []]
  // Another person logged in beside this page: nothing of the former reader may stay in memory.
  if (auth?.id !== note.user_id) return [session, status === 'starting' ? [] : [{ do: 'reload' }]]
  return note.type === 'token' ? goOnRenewed({ ...session, token: note.token, ticks: 0 }) : [session, []]
}
