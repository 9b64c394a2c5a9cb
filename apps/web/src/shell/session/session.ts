import type { User } from '@shirogane/contract/resources/shapes'
import { ApiError, call, callSession, setAuthority } from '../api/api.ts'
import type { Body, Output } from '../api/api.ts'
import type { EndReason, Note, Refresh, SessionEffect, SessionEvent, Token } from './session-machine.ts'
import { transition } from './session-machine.ts'
import {
  endOnServer,
  finishPendingLogout,
  hasLostHint,
  markSignedIn,
  isHinted,
  pendingLogout,
} from './session-marks.ts'
import { onSession, sessionState, setWholeSession, wholeSession } from './session-state.ts'
import { keepTime, stopTime } from './session-timer.ts'
import { networkText } from '../api/text.ts'

export type { EndReason } from './session-machine.ts'
export { onSession, sessionState, useSession, whoIs } from './session-state.ts'
export type { Who } from './session-state.ts'

export type SessionPorts = {
  onUser: (user: User) => void
  onEnd: (reason: EndReason) => void
  /** The last user of this device, for a start without a network. */
  savedUser: () => User | null
}

type Renewal = 'renewed' | 'ended' | 'unreachable'

const callMarginMs = 5_000

let ports: SessionPorts = { onUser: () => {}, onEnd: () => {}, savedUser: () => null }
let renewal: Promise<Renewal> | null = null
let retry: ReturnType<typeof setTimeout> | undefined
let looking: Promise<void> | null = null
let leaving: Promise<void> | null = null
let channel: BroadcastChannel | null = null
let replacing: Promise<User> | null = null
let arriving = 0

/** What happened, and what is to be done for it: the machine decides, and nothing else changes the session. */
function dispatch(event: SessionEvent): void {
  const [next, effects] = transition(wholeSession(), event)
  setWholeSession(next)
  for (const effect of effects) run(effect)
}

function run(effect: SessionEffect): void {
  switch (effect.do) {
    case 'take_early':
      void takeEarly().then(dispatch)
      break
    case 'renew':
      void refresh(effect.kind).then((outcome) => {
        if (effect.asks && outcome === 'renewed') dispatch({ type: 'may_ask' })
      })
      break
    case 'ask_user':
      looking ??= askWhoIsHere().finally(() => {
        looking = null
      })
      break
    case 'retry_in':
      clearTimeout(retry)
      retry = setTimeout(() => dispatch({ type: 'retry_came' }), effect.ms)
      break
    case 'stop_retry':
      clearTimeout(retry)
      break
    case 'keep_time':
      keepTime(() => dispatch({ type: 'ticked', now: Date.now() }))
      break
    case 'stop_time':
      stopTime()
      break
    case 'mark':
      markSignedIn(effect.on)
      break
    case 'pend_logout':
      pendingLogout(effect.on)
      break
    case 'finish_logout':
      void finishPendingLogout()
      break
    case 'end_on_server':
      leaving = leaveServer(effect.token)
      break
    case 'notify_tabs':
      channel?.postMessage(effect.note)
      break
    case 'report_user':
      ports.onUser(effect.user)
      break
    case 'report_end':
      ports.onEnd(effect.reason)
      break
    case 'reload':
      location.reload()
  }
}

/** The public handle of the session: what a socket shows at its door. The secret itself is out of reach of any script. */
export function sessionHandle(): string | null {
  return wholeSession().token?.refresh_token ?? null
}

/** Finds out who is here. The cookie cannot be read, so a mark beside it spares guests a refused call. */
export async function startSession(given: SessionPorts): Promise<void> {
  ports = given
  setAuthority({ accessToken, renewedToken })
  listen()
  await finishPendingLogout()
  dispatch({ type: 'opened', isMarked: isHinted() })
  await new Promise<void>((resolve) => {
    const look = () => {
      if (sessionState().status === 'starting') return
      stop()
      resolve()
    }
    const stop = onSession(look)
    look()
  })
}

type Issued = { access_token: string; refresh_token?: string | undefined; expires_in: number }
/** What shell/frame/early.js asked for while this file was still on its way. */
type Early = { token: Promise<Issued>; user: Promise<User> }

/** @param handle of the session that is renewed, which an answer need not repeat */
function tokenOf({ access_token, refresh_token, expires_in }: Issued, handle = ''): Token {
  return {
    access_token,
    refresh_token: refresh_token ?? handle,
    expires_at: Date.now() + expires_in * 1000,
  }
}

/** Takes over the answers of the early script, or those of them that have come well. */
async function takeEarly(): Promise<SessionEvent> {
  const early = (globalThis as { shiroganeEarly?: Early }).shiroganeEarly
  let token: Token | null = null
  let user: User | 'late' | null = null
  try {
    if (early !== undefined) {
      token = tokenOf(await early.token)
      user = await early.user
    }
  } catch (error) {
    // Waiting in vain ends with an exception of the browser's own; a refusal and a dead line are told at once.
    if (error instanceof DOMException) user = 'late'
  }
  const isKnown = user !== null && user !== 'late'
  return { type: 'early_came', token, user, saved: isKnown ? null : ports.savedUser() }
}

/** A login in a browser that is new to the server: a code has gone to its owner, and only with it there is a session. */
export type WaitingLogin = Exclude<Output<'auth.login'>, { token: unknown }>

/**
 * Before a person is signed in, the one before them is signed out: what the server could not be told yet would end the
 * new session.
 */
async function arrive<T>(ask: () => Promise<T>): Promise<T> {
  await finishPendingLogout()
  arriving += 1
  try {
    return await ask()
  } finally {
    arriving -= 1
  }
}

export async function login(body: Body<'auth.login'>): Promise<User | WaitingLogin> {
  const answer = await arrive(() => call('auth.login', { body }))
  return 'token' in answer ? signedIn(answer) : answer
}

export async function loginByCode(body: Body<'auth.loginCode'>): Promise<User> {
  return signedIn(await arrive(() => call('auth.loginCode', { body })))
}

/** A key of this device instead of a name and a password. */
export async function loginByPasskey(credential: Body<'auth.passkeyLogin'>['credential']): Promise<User> {
  return signedIn(await arrive(() => call('auth.passkeyLogin', { body: { credential } })))
}

/**
 * Closes the account. The server cuts every connection of it before it answers: that is not an expiry. Where the answer
 * is lost, whether the session still lives is the answer.
 */
export async function closeAccount(ask: () => Promise<void>): Promise<void> {
  // No token is renewed while the reader leaves, and one that is over is refused.
  await accessToken()
  dispatch({ type: 'leaving' })
  try {
    await ask()
    dispatch({ type: 'closed' })
  } catch (error) {
    const isLost = error instanceof ApiError && error.isNetwork
    if (!isLost || (await oneAtATime('auth.refreshToken', 'logout')) !== 'ended') throw error
  } finally {
    dispatch({ type: 'stayed' })
  }
}

/** A new member is signed in at once, and not verified yet. */
export async function registerMember(body: Body<'auth.register'>): Promise<User> {
  return signedIn(await arrive(() => call('auth.register', { body })))
}

function signedIn({ user, token }: Output<'auth.loginCode'>): User {
  dispatch({ type: 'signed_in', user, token: tokenOf(token) })
  return user
}

/**
 * Puts another session in the place of this one, without an end in between. The server cuts every connection of the one
 * before as soon as it has answered: that is not an expiry.
 */
export async function replaceSession(ask: () => Promise<Output<'auth.loginCode'>>): Promise<User> {
  dispatch({ type: 'leaving' })
  replacing = ask().then(signedIn)
  try {
    return await replacing
  } finally {
    dispatch({ type: 'stayed' })
    replacing = null
  }
}

/** Ends the session here and in every other tab. What this device holds is cleared even if the server cannot be told. */
export async function logout(): Promise<void> {
  dispatch({ type: 'logout_asked' })
  await leaving
}

async function leaveServer(token: Token | null): Promise<void> {
  let isLost = false
  try {
    await endOnServer(
      token === null ? {} : { refresh_token: token.refresh_token },
      token?.access_token ?? null,
    )
  } catch (error) {
    isLost = error instanceof ApiError && error.isNetwork
  }
  dispatch({ type: 'logged_out', isLost })
}

/** Takes over what the server says about this person now. */
export function adoptUser(user: User): void {
  dispatch({ type: 'adopted', user })
}

// --- Renewal -----------------------------------------------------------------------------------------------------

async function accessToken(): Promise<string | null> {
  const { token } = wholeSession()
  if (renewal !== null) await renewal
  else if (token !== null && token.expires_at - Date.now() < callMarginMs) await refresh('auth.refreshToken')
  return wholeSession().token?.access_token ?? null
}

async function renewedToken(): Promise<string | null> {
  // What the screens of a reader who has gone still ask for ends nothing a second time.
  if (sessionState().status === 'guest') return null
  const outcome = await refresh('auth.refreshToken', 'expired_in_call')
  if (outcome === 'unreachable') throw new ApiError('NETWORK_OFFLINE', 0, networkText)
  return wholeSession().token?.access_token ?? null
}

/** One renewal at a time in this tab, and by the lock one at a time in this browser. */
function refresh(kind: Refresh, reason: EndReason = 'expired'): Promise<Renewal> {
  if (wholeSession().isLeaving) return Promise.resolve('ended')
  renewal ??= oneAtATime(kind, reason).finally(() => {
    renewal = null
  })
  return renewal
}

async function oneAtATime(kind: Refresh, reason: EndReason): Promise<Renewal> {
  const before = wholeSession().token
  const attemptOrSpare = async () => {
    const { token } = wholeSession()
    return token !== before && token !== null ? ('renewed' as const) : attempt(kind, reason)
  }
  return typeof navigator !== 'undefined' && 'locks' in navigator
    ? navigator.locks.request('shirogane.refresh', attemptOrSpare)
    : attemptOrSpare()
}

async function attempt(kind: Refresh, reason: EndReason): Promise<Renewal> {
  const { token } = wholeSession()
  const handle = token?.refresh_token
  try {
    const answer = await callSession(
      kind,
      handle === undefined ? {} : { refresh_token: handle },
      token?.access_token ?? null,
    )
    dispatch({ type: 'renewed', token: tokenOf(answer, handle), handle })
    return 'renewed'
  } catch (error) {
    if (error instanceof ApiError && [400, 401, 403].includes(error.status)) {
      dispatch({ type: 'refused', reason, handle })
      return 'ended'
    }
    dispatch({ type: 'unreachable', handle })
    return 'unreachable'
  }
}

async function askWhoIsHere(): Promise<void> {
  try {
    dispatch({ type: 'user_came', user: await call('users.me') })
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    dispatch({ type: 'user_failed', isRefused: isRefused && error.status !== 429 })
  }
}

/** Asks the server whether the session still lives. False once it has ended. */
export async function renewSession(): Promise<boolean> {
  await replacing?.catch(() => {})
  return (await refresh('auth.refreshToken')) !== 'ended'
}

// --- Other tabs, sleep, and the way back -------------------------------------------------------------------------

function listen(): void {
  if (typeof document === 'undefined') return
  const wake = () => {
    const isVisible = document.visibilityState !== 'hidden'
    dispatch({
      type: 'woken',
      now: Date.now(),
      isVisible,
      isMarkLost: isVisible && hasLostHint(),
      isArriving: arriving > 0,
    })
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', wake)
  window.addEventListener('online', wake)
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('shirogane.session')
  channel.onmessage = ({ data }: MessageEvent<Note>) => dispatch({ type: 'note_came', note: data })
}
