import type { User } from '@shirogane/contract/resources/shapes'
import { limits } from '@shirogane/contract/rules/limits'
import { ApiError, call, callSession, setAuthority } from '../api/api.ts'
import type { Body, Output } from '../api/api.ts'
import {
  endOnServer,
  finishPendingLogout,
  hasLostHint,
  markSignedIn,
  isHinted,
  pendingLogout,
} from './session-marks.ts'
import { guest, onSession, sessionState, setSession } from './session-state.ts'
import { keepTime, stopTime } from './session-timer.ts'
import { networkText } from '../api/text.ts'

export { onSession, sessionState, useSession, whoIs } from './session-state.ts'
export type { Who } from './session-state.ts'

/** Why a session ended: the person asked, another tab did, or the server answered that it is over. */
export type EndReason = 'logout' | 'other_tab' | 'expired' | 'expired_in_call'

type Refresh = 'auth.refreshAccessToken' | 'auth.refreshToken'
/** `expires_at` in milliseconds since 1970, by this device's clock. */
type Token = { access_token: string; refresh_token: string; expires_at: number }

/** What one tab tells the others of this browser. */
type Note =
  | { type: 'token'; user_id: string; token: Token }
  | { type: 'signed_in'; user_id: string }
  | { type: 'ended' }

export type SessionPorts = {
  onUser: (user: User) => void
  onEnd: (reason: EndReason) => void
  /** The last user of this device, for a start without a network. */
  savedUser: () => User | null
}

const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const
/** Coming back from sleep with less than this left, the token is renewed before anything is asked. */
const wakeMarginMs = 60_000
const callMarginMs = 5_000

let ports: SessionPorts = { onUser: () => {}, onEnd: () => {}, savedUser: () => null }
let token: Token | null = null
let renewal: Promise<'renewed' | 'ended' | 'unreachable'> | null = null
let ticks = 0
let retry: ReturnType<typeof setTimeout> | undefined
let retries = 0
/** The last word on the token was a new one: only who is here may still have to be asked. */
let isRenewed = false
let looking: Promise<void> | null = null
let channel: BroadcastChannel | null = null
let isLeaving = false
let replacing: Promise<User> | null = null

/** The public handle of the session: what a socket shows at its door. The secret itself is out of reach of any script. */
export function sessionHandle(): string | null {
  return token?.refresh_token ?? null
}

/** Finds out who is here. The cookie cannot be read, so a mark beside it spares guests a refused call. */
export async function startSession(given: SessionPorts): Promise<void> {
  ports = given
  setAuthority({ accessToken, renewedToken })
  listen()
  await finishPendingLogout()
  if (!isHinted()) {
    setSession(guest)
    return
  }
  const early = await takeEarly()
  if (early !== null && early !== 'late') {
    adoptUser(early)
    return
  }
  const saved = ports.savedUser()
  // Where there is something to show, the splash does not stay while the same is asked for a second time.
  const outcome =
    early === 'late' && saved !== null
      ? early
      : token === null
        ? await refresh('auth.refreshToken')
        : 'renewed'
  const user = outcome === 'renewed' ? await call('users.me').catch(() => null) : null
  if (sessionState().status === 'guest') return
  if (user !== null) {
    adoptUser(user)
    return
  }
  if (outcome === 'renewed' || outcome === 'late') scheduleReconnect()
  if (saved !== null) {
    take(saved)
    setSession({ reconnecting: true })
    return
  }
  // Nothing is known yet and the cookie may be good: the splash stays until the server has spoken.
  await new Promise<void>((resolve) => {
    const stop = onSession(() => {
      if (sessionState().status === 'starting') return
      stop()
      resolve()
    })
  })
}

/** What shell/frame/early.js asked for while this file was still on its way. */
type Early = {
  token: Promise<{ access_token: string; refresh_token?: string; expires_in: number }>
  user: Promise<User>
}

/** Takes over the answers of the early script, or those of them that have come well. */
async function takeEarly(): Promise<User | 'late' | null> {
  const early = (globalThis as { shiroganeEarly?: Early }).shiroganeEarly
  if (early === undefined) return null
  try {
    const issued = await early.token
    token = {
      access_token: issued.access_token,
      refresh_token: issued.refresh_token ?? '',
      expires_at: Date.now() + issued.expires_in * 1000,
    }
    return await early.user
  } catch (error) {
    // Waiting in vain ends with an exception of the browser's own; a refusal and a dead line are told at once.
    return error instanceof DOMException ? 'late' : null
  }
}

/** A login in a browser that is new to the server: a code has gone to its owner, and only with it there is a session. */
export type WaitingLogin = Exclude<Output<'auth.login'>, { token: unknown }>

let arriving = 0

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
  isLeaving = true
  try {
    await ask()
    notifyTabs({ type: 'ended' })
    end('logout')
  } catch (error) {
    const isLost = error instanceof ApiError && error.isNetwork
    if (!isLost || (await oneAtATime('auth.refreshToken', 'logout')) !== 'ended') throw error
  } finally {
    isLeaving = false
  }
}

/** A new member is signed in at once, and not verified yet. */
export async function registerMember(body: Body<'auth.register'>): Promise<User> {
  return signedIn(await arrive(() => call('auth.register', { body })))
}

function signedIn({ user, token: issued }: Output<'auth.loginCode'>): User {
  token = {
    access_token: issued.access_token,
    refresh_token: issued.refresh_token,
    expires_at: Date.now() + issued.expires_in * 1000,
  }
  ticks = 0
  markSignedIn(true)
  // The cookie is this person's now. What became of the one before does not matter.
  pendingLogout(false)
  adoptUser(user)
  notifyTabs({ type: 'signed_in', user_id: user.id })
  return user
}

/**
 * Puts another session in the place of this one, without an end in between. The server cuts every connection of the one
 * before as soon as it has answered: that is not an expiry.
 */
export async function replaceSession(ask: () => Promise<Output<'auth.loginCode'>>): Promise<User> {
  isLeaving = true
  replacing = ask().then(signedIn)
  try {
    return await replacing
  } finally {
    isLeaving = false
    replacing = null
  }
}

/** Ends the session here and in every other tab. What this device holds is cleared even if the server cannot be told. */
export async function logout(): Promise<void> {
  const handle = token?.refresh_token
  const bearer = token?.access_token ?? null
  // First of all, because the server cuts every connection of the session: that must not be taken for an expiry and
  // renewed.
  isLeaving = true
  notifyTabs({ type: 'ended' })
  try {
    await endOnServer(handle === undefined ? {} : { refresh_token: handle }, bearer)
  } catch (error) {
    // The cookie may still be alive: the next start with a network ends it before anything else.
    if (error instanceof ApiError && error.isNetwork) pendingLogout(true)
  }
  end('logout')
  isLeaving = false
}

/** Takes over what the server says about this person now. */
export function adoptUser(user: User): void {
  take(user)
  // After the state: what is kept on the device is kept under this person's name.
  ports.onUser(user)
}

/** What the device itself remembers of a person is no answer: it must not stand for newer money, nor look fresh. */
function take(user: User): void {
  const { wallet: _wallet, level: _level, profile, affiliate, affiliator, ...auth } = user
  setSession({ status: 'signed_in', auth, profile, affiliate, affiliator, reconnecting: token === null })
  keepTime(tick)
}

function end(reason: EndReason): void {
  token = null
  isRenewed = false
  ticks = 0
  retries = 0
  stopTime()
  clearTimeout(retry)
  markSignedIn(false)
  const wasSignedIn = sessionState().status === 'signed_in'
  setSession(guest)
  if (wasSignedIn || reason !== 'other_tab') ports.onEnd(reason)
}

// --- Renewal -----------------------------------------------------------------------------------------------------

async function accessToken(): Promise<string | null> {
  if (renewal !== null) await renewal
  else if (token !== null && token.expires_at - Date.now() < callMarginMs) await refresh('auth.refreshToken')
  return token?.access_token ?? null
}

async function renewedToken(): Promise<string | null> {
  // What the screens of a reader who has gone still ask for ends nothing a second time.
  if (sessionState().status === 'guest') return null
  const outcome = await refresh('auth.refreshToken', 'expired_in_call')
  if (outcome === 'unreachable') throw new ApiError('NETWORK_OFFLINE', 0, networkText)
  return token?.access_token ?? null
}

/** One renewal at a time in this tab, and by the lock one at a time in this browser. */
function refresh(kind: Refresh, reason: EndReason = 'expired'): Promise<'renewed' | 'ended' | 'unreachable'> {
  if (isLeaving) return Promise.resolve('ended')
  renewal ??= oneAtATime(kind, reason).finally(() => {
    renewal = null
  })
  return renewal
}

async function oneAtATime(kind: Refresh, reason: EndReason): Promise<'renewed' | 'ended' | 'unreachable'> {
  const before = token
  const run = async () => (token !== before && token !== null ? ('renewed' as const) : attempt(kind, reason))
  return typeof navigator !== 'undefined' && 'locks' in navigator
    ? navigator.locks.request('shirogane.refresh', run)
    : run()
}

async function attempt(kind: Refresh, reason: EndReason): Promise<'renewed' | 'ended' | 'unreachable'> {
  const handle = token?.refresh_token
  try {
    const answer = await callSession(
      kind,
      handle === undefined ? {} : { refresh_token: handle },
      token?.access_token ?? null,
    )
    token = {
      access_token: answer.access_token,
      refresh_token: answer.refresh_token ?? handle ?? '',
      expires_at: Date.now() + answer.expires_in * 1000,
    }
    markSignedIn(true)
    const { auth } = sessionState()
    if (auth !== null) notifyTabs({ type: 'token', user_id: auth.id, token })
    renewed()
    keepTime(tick)
    return 'renewed'
  } catch (error) {
    if (error instanceof ApiError && [400, 401, 403].includes(error.status)) {
      notifyTabs({ type: 'ended' })
      end(reason)
      return 'ended'
    }
    isRenewed = false
    scheduleReconnect()
    return 'unreachable'
  }
}

/** The line is back. What the device remembers of its owner is on screen until the server has said who is here. */
function renewed(): void {
  isRenewed = true
  const { status, reconnecting } = sessionState()
  // Behind the splash the call that asks who is here goes on with it.
  if (status === 'starting') return
  clearTimeout(retry)
  if (reconnecting) void lookAgain()
  else retries = 0
}

/**
 * A tunnel must not log a customer out at the register: without an answer the session stays, and is tried again and
 * again.
 */
function scheduleReconnect(): void {
  const { status, reconnecting } = sessionState()
  if (status === 'signed_in' && !reconnecting) setSession({ reconnecting: true })
  clearTimeout(retry)
  const delay = retryDelaysMs[Math.min(retries, retryDelaysMs.length - 1)]
  retries += 1
  retry = setTimeout(() => void reconnect(), delay)
}

async function reconnect(): Promise<void> {
  const hadToken = isRenewed
  if (!hadToken && (await refresh('auth.refreshToken')) !== 'renewed') return
  // Where a reader is on screen, a renewal has asked by itself.
  if (hadToken || sessionState().status === 'starting') await lookAgain()
}

function lookAgain(): Promise<void> {
  looking ??= askWhoIsHere().finally(() => {
    looking = null
  })
  return looking
}

async function askWhoIsHere(): Promise<void> {
  try {
    const user = await call('users.me')
    const { status, auth } = sessionState()
    // The person who was asked about may have gone meanwhile.
    if (status === 'guest' || (auth !== null && auth.id !== user.id)) return
    retries = 0
    adoptUser(user)
  } catch (error) {
    const { status } = sessionState()
    if (status === 'guest') return
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
    // A refusal is an answer, and a token that does not hold is judged by the next renewal.
    if (isRefused && error.status !== 429 && status === 'signed_in') setSession({ reconnecting: false })
    else scheduleReconnect()
  }
}

/** Asks the server whether the session still lives. False once it has ended. */
export async function renewSession(): Promise<boolean> {
  await replacing?.catch(() => {})
  return (await refresh('auth.refreshToken')) !== 'ended'
}

// --- The timer ---------------------------------------------------------------------------------------------------

function tick(): void {
  ticks += 1
  void refresh(
    ticks % limits.refreshTokenEveryTicks === 0 || isStale()
      ? 'auth.refreshToken'
      : 'auth.refreshAccessToken',
  )
}

/** A frozen tab ticks late; an access token that long expired cannot vouch for its own renewal any more. */
function isStale(): boolean {
  return token === null || token.expires_at + 8 * 60_000 < Date.now()
}

// --- Other tabs, sleep, and the way back -------------------------------------------------------------------------

function listen(): void {
  if (typeof document === 'undefined') return
  const wake = () => {
    const { status, reconnecting } = sessionState()
    if (status === 'guest' && arriving === 0) void finishPendingLogout()
    if (document.visibilityState === 'hidden' || status !== 'signed_in') return
    // A page restored from the back-forward cache may have slept through a log-out in another tab.
    if (hasLostHint()) end('other_tab')
    else if (reconnecting || token === null || token.expires_at - Date.now() < wakeMarginMs)
      void (reconnecting ? reconnect() : refresh('auth.refreshToken'))
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', wake)
  window.addEventListener('online', wake)
  if (typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel('shirogane.session')
  channel.onmessage = ({ data }: MessageEvent<Note>) => receiveNote(data)
}

function notifyTabs(note: Note): void {
  channel?.postMessage(note)
}

function receiveNote(note: Note): void {
  const { status, auth } = sessionState()
  if (note.type === 'ended') {
    if (status === 'signed_in') end('other_tab')
  } else if (auth === null || auth.id !== note.user_id) {
    // Another person logged in beside this page: nothing of the former reader may stay in memory.
    if (status !== 'starting') location.reload()
  } else if (note.type === 'token') {
    token = note.token
    ticks = 0
    renewed()
  }
}
