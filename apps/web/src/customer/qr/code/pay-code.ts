import { limits } from '@shirogane/contract/rules/limits'
import { useSyncExternalStore } from 'react'
import { ApiError, call } from '../../../shell/api/api.ts'
import { onSession, sessionState } from '../../../shell/session/session.ts'

type PayCode = { token: string; code: string; ttl: number; issued_at: string }

export type PayCodeState = {
  /** What may be shown now. An expired code is never here. */
  code: PayCode | null
  /**
   * By the server's clock: what was paid after this may have been paid with the code on screen or one right before it, and
   * nothing older was. The phone's own clock has no say in that.
   */
  since: string | null
  secondsLeft: number
  isIssuing: boolean
  error: ApiError | null
}

export type PayCodePorts = {
  /** One that is fetched ahead leaves alone what another device of the same person holds out. */
  fetchCode: (isAhead: boolean) => Promise<PayCode>
  /** This one is held out from now on, and those of other devices end. Refused where it has ended itself. */
  holdOut: (issued_at: string) => Promise<unknown>
  /** Ends what was issued up to then, except what a register has read. */
  voidCodes: (issued_at: string) => Promise<unknown>
  /** Milliseconds that only ever go forward: setting the clock of the phone must not end or prolong a code. */
  now: () => number
  /**
   * The page is out of sight: a code that it shows is held out to no one, and would end the one that is held out on
   * another page.
   */
  isHidden: () => boolean
  /** There is certainly no network: a question would not leave the device, and makes no living code doubtful. */
  isOffline: () => boolean
}

const retryDelaysMs = [2_000, 5_000, 10_000] as const
/** Hidden longer than this, a code may have been photographed or used: it ends, and the page comes back with a new one. */
const hiddenVoidMs = 30_000
/** For so long after its end a register may pay with a code that it scanned in time. */
const heldMs = limits.claimTtlSeconds * 1000
/** A code fetched ahead with less than this left would run out in the customer's hand. */
const aheadUsefulSeconds = 30
/** For so long the server lets a code live after it has made the next one. */
const overlapMs = limits.payTokenOverlapSeconds * 1000
const notifyAgainSeconds = 5

/** The server may have done what it was asked: nothing came back, or a word from in between. */
export const isDoubtful = ({ isNetwork, status, code }: ApiError): boolean =>
  isNetwork || (status >= 500 && code !== 'OVERLOADED')

export function createPayCode({ fetchCode, holdOut, voidCodes, now, isHidden, isOffline }: PayCodePorts) {
  const listeners = new Set<() => void>()
  const empty: PayCodeState = { code: null, since: null, secondsLeft: 0, isIssuing: false, error: null }
  let state = empty
  let deadline = 0
  /** Until then a register can have read the last code, although it may be gone here. */
  let readableUntil = 0
  let isOpen = false
  let ticker: ReturnType<typeof setInterval> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  /** That this code is on a screen now has not been heard by the server yet. */
  let isUnreported = false
  let leaving: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  /** Raised when the owner of the codes changes or goes out of sight; an answer that comes later is thrown away. */
  let era = 0
  let pending: Promise<void> | null = null

  function set(next: Partial<PayCodeState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function left(): number {
    return Math.max(0, Math.ceil((deadline - now()) / 1000))
  }

  function issue(isAhead = false): Promise<void> {
    if (pending) return pending
    if (isHidden() || (isOffline() && state.code !== null)) return Promise.resolve()
    const asked = request(isAhead).finally(() => {
      if (pending === asked) pending = null
    })
    return (pending = asked)
  }

  async function request(isAhead: boolean): Promise<void> {
    clearTimeout(retry)
    const asked = era
    set({ isIssuing: true })
    // The code lives from the moment the server made it, which is before its answer arrives.
    const askedAt = now()
    try {
      const code = await fetchCode(isAhead)
      if (asked !== era) return
      failures = 0
      // As long as a register may still hold the code before this one, the first of them all counts.
      const since = (askedAt < readableUntil + heldMs ? state.since : null) ?? code.issued_at
      deadline = readableUntil = askedAt + code.ttl * 1000
      set({ code, since, secondsLeft: left(), isIssuing: false, error: null })
      if (isAhead && isOpen) void notifyShown()
    } catch (error) {
      if (asked !== era) return
      const failure = error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', 500, '')
      // The next one may have been made, and only its answer be lost: the server then ends this one after the overlap.
      if (state.code !== null && isDoubtful(failure)) deadline = Math.min(deadline, askedAt + overlapMs)
      set({ isIssuing: false, error: failure })
      tick()
      // A line that only the device believes in comes back without a word: what was promised for then is asked for on.
      const delay = retryDelaysMs[failures] ?? (failure.isNetwork ? retryDelaysMs.at(-1) : undefined)
      failures += 1
      if (isOpen && delay !== undefined) retry = setTimeout(() => void issue(), delay)
    }
  }

  /**
   * The code that was there before is on the screen again: it counts from now on, and may have ended behind this page's
   * back.
   */
  async function notifyShown(): Promise<void> {
    const { code } = state
    isUnreported = false
    if (code === null) return
    try {
      await holdOut(code.issued_at)
    } catch (error) {
      if (state.code !== code) return
      if (error instanceof ApiError && error.code === 'QR_EXPIRED') over()
      else isUnreported = true
    }
  }

  function over(): void {
    set({ code: null, secondsLeft: 0 })
    if (isOpen) void issue()
  }

  function tick(): void {
    if (state.code === null) return
    const secondsLeft = left()
    if (secondsLeft < limits.payTokenRenewBelowSeconds) {
      over()
    } else if (secondsLeft !== state.secondsLeft) {
      set({ secondsLeft })
      if (isUnreported && isOpen && secondsLeft % notifyAgainSeconds === 0) void notifyShown()
    }
  }

  /** Where the server cannot be told, the code ends by its own time or by the next one. */
  function leave(): void {
    clearTimeout(retry)
    if (state.code !== null) voidCodes(state.code.issued_at).catch(() => {})
    era += 1
    pending = null
    set({ code: null, secondsLeft: 0, isIssuing: false })
  }

  return {
    state: (): PayCodeState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** One code for the pay screen that is opened next, or for the one that is about to be drawn. */
    async fetchAhead(isAhead = true): Promise<void> {
      tick()
      if (!isOpen && state.code === null) await issue(isAhead)
    },
    open(): void {
      isOpen = true
      failures = 0
      clearInterval(ticker)
      ticker = setInterval(tick, 1000)
      tick()
      if (state.code === null || left() < aheadUsefulSeconds) void issue()
      else void notifyShown()
    },
    close(): void {
      isOpen = false
      clearInterval(ticker)
      clearTimeout(retry)
    },
    /** On the customer's own wish, or because the line is back. */
    async renew(): Promise<void> {
      failures = 0
      await issue()
    },
    /** Into the background, where the code is no longer held out. */
    hidden(): void {
      leaving = setTimeout(leave, hiddenVoidMs)
    },
    /** Back from the background after so many milliseconds. */
    returned(hiddenMs: number): void {
      clearTimeout(leaving)
      // A device that slept has run no timer.
      if (hiddenMs > hiddenVoidMs) leave()
      else tick()
      if (!isOpen) return
      // The clock that only goes forward may have stood still meanwhile.
      if (hiddenMs > limits.payTokenTtlSeconds * 1000 + heldMs) set({ since: null })
      if (state.code === null) void issue()
      else void notifyShown()
    },
    /** The code was spent, or its owner left: nothing of it stays. */
    drop(): void {
      era += 1
      pending = null
      clearTimeout(retry)
      set(empty)
    },
  }
}

export const payCode = createPayCode({
  fetchCode: (isAhead) => {
    const affiliate = sessionState().affiliate
    return call('users.token', {
      body: { ahead: isAhead, ...(affiliate !== null && { affiliate_id: affiliate.id }) },
    })
  },
  holdOut: (issued_at) => call('users.holdOutToken', { body: { issued_at } }),
  voidCodes: (issued_at) => call('users.voidToken', { body: { issued_at } }),
  now: () => performance.now(),
  isHidden: () => document.hidden,
  isOffline: () => !navigator.onLine,
})

// Here and not on the screen: home holds a code too, that was fetched ahead or has been shown.
const instant = () => ({ clock: performance.now(), date: Date.now() })
let hiddenSince = instant()
document.addEventListener('visibilitychange', () => {
  const at = instant()
  if (document.hidden) {
    hiddenSince = at
    payCode.hidden()
  }
  // Some devices stop the one clock during sleep and people move the other: the longer absence counts.
  else payCode.returned(Math.max(at.clock - hiddenSince.clock, at.date - hiddenSince.date))
})

onSession(() => {
  const { code, isIssuing } = payCode.state()
  if (sessionState().status !== 'signed_in' && (code !== null || isIssuing)) payCode.drop()
})

export function usePayCode(): PayCodeState {
  return useSyncExternalStore(payCode.subscribe, payCode.state, payCode.state)
}
