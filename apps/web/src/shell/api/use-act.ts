import type { Endpoints } from '@shirogane/contract'
import type { CallName } from '@shirogane/contract/wire/calls'
import { useRef, useState } from 'react'
import { endsAct, forgetAct, isUnclear, type KeptAct, keepAct, keptAct } from './act.ts'
import { ApiError, messageOf } from './api.ts'
import { uuid7 } from './uuid7.ts'

/** What the contract says of a call whose answer is lost. */
type LostOf<N extends CallName> = Endpoints[N] extends { readonly lost: infer Lost }
  ? Lost
  : Endpoints[N] extends { readonly idempotent: unknown }
    ? 'key'
    : null
/** The calls that change something. */
export type ActName = { [N in CallName]: [LostOf<N>] extends [null] ? never : N }[CallName]

type Options = {
  /**
   * Whose act it is, where its key outlives the page: a page that is loaded anew and filled in again asks under the same
   * key. Without it the key lives as long as the screen.
   */
  keptFor?: string
  /** What is said where it stays open what became of it; without it, what is said of every call without an answer. */
  unclear?: string | undefined
}

/** What was sent before without an answer: this same act, and nothing but this same act. */
type Earlier = { isLost: boolean; isOnlyLost: boolean }

type Sending<T> = {
  /** What makes it this act and no other: sent again, the same wish goes out under the same key. */
  wish: unknown
  /** Null where the person thought better of it. */
  send: (key: string) => Promise<T | null>
}
/** For an act that is good once: how the call that the contract names is asked. */
type Asking<F, B> = {
  /** Answers what has happened, and nothing where it has not or cannot be known. `before` is how it was before the first sending. */
  find: (error: unknown, before: B) => Promise<F | null | false>
  /** Whether this refusal is one that the act also gets where it has happened before: then the question is asked. */
  isSpent?: (error: ApiError, earlier: Earlier) => boolean
  /** The question may be asked as soon as an answer is missing: it only reads. */
  findsAtOnce?: true
  /** The question comes before the act where an earlier sending was lost. */
  findsFirst?: true
  before?: B
}
/** For an act that opens the way to another: a refusal because it is used up leads on, and the next act is told. */
type LeadingOn = { isSpent: (error: ApiError, earlier: Earlier) => boolean }
/** The session is asked by itself, which must not take its end for an expiry (`closeAccount`). */
type Ending = { readonly ask: 'auth.refreshToken' }
type Unasked = { find?: never; isSpent?: never }
type Resolution<N extends ActName, F, B> =
  LostOf<N> extends Ending
    ? Unasked
    : LostOf<N> extends { readonly ask: CallName }
      ? Asking<F, B>
      : LostOf<N> extends 'next'
        ? LeadingOn
        : Unasked

type Outcome<T, F> =
  | { is: 'done'; answer: T }
  /** It had happened. Where it was lost, a sending of this screen stayed without an answer; else it happened elsewhere. */
  | { is: 'found'; found: F; wasLost: boolean }
  | { is: 'left' }
  /** Unclear where it stays open what became of it; over where the act itself was refused, and the next try is another one. */
  | { is: 'failed'; error: unknown; isUnclear: boolean; isOver: boolean }

export type Act<N extends ActName> = {
  /** Sends the act, and finds out what came of it where its answer is lost. */
  send<T, F = true, B = undefined>(sending: Sending<T> & Resolution<N, F, B>): Promise<Outcome<T, F>>
  isBusy: boolean
  /** What to say about the last try. */
  problem: string | null
  say: (problem: string | null) => void
  /** The key that this wish goes out under, for what has to name the act before it is sent. */
  keyOf: (wish: unknown) => string
}

/**
 * One act of the contract on one screen, from the first sending until it is known what came of it: its key, whether it is
 * under way, the way to find it again, and what is said.
 */
export function useAct<N extends ActName>(name: N, { keptFor, unclear }: Options = {}): Act<N> {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ofScreen = useRef<KeptAct | null>(null)
  const lost = useRef<{ wishes: readonly string[]; before: unknown }>({ wishes: [], before: undefined })
  const place = keptFor === undefined ? null : `${name}.${keptFor}`

  function keyOf(wish: unknown): string {
    const body = JSON.stringify(wish)
    const kept = place === null ? ofScreen.current : keptAct(place)
    const act = { key: kept?.body === body ? kept.key : uuid7(), body }
    if (place === null) ofScreen.current = act
    else keepAct(place, act)
    return act.key
  }
  function forget(): void {
    if (place === null) ofScreen.current = null
    else forgetAct(place)
  }
  function end(): void {
    forget()
    lost.current = { wishes: [], before: undefined }
  }
  function found<F>(what: F): { is: 'found'; found: F; wasLost: boolean } {
    const wasLost = lost.current.wishes.length > 0
    end()
    return { is: 'found', found: what, wasLost }
  }

  function failed(error: unknown): { is: 'failed'; error: unknown; isUnclear: boolean; isOver: boolean } {
    const isOpen = isUnclear(error)
    const isOver = endsAct(error)
    if (isOver) forget()
    setProblem(isOpen && unclear !== undefined ? unclear : messageOf(error))
    return { is: 'failed', error, isUnclear: isOpen, isOver }
  }

  async function sendAndFind<T, F, B>(sending: Sending<T> & Partial<Asking<F, B>>): Promise<Outcome<T, F>> {
    const { wish, send, find, isSpent } = sending
    const { wishes } = lost.current
    const before = (wishes.length > 0 ? lost.current.before : sending.before) as B
    const ask = async (error: unknown) =>
      find === undefined ? (true as F) : (await find(error, before)) || null
    if (sending.findsFirst && wishes.length > 0) {
      const what = await ask(null)
      if (what !== null) return found(what)
    }
    try {
      const answer = await send(keyOf(wish))
      if (answer === null) return { is: 'left' }
      end()
      return { is: 'done', answer }
    } catch (error) {
      const written = JSON.stringify(wish)
      const earlier = {
        isLost: wishes.includes(written),
        isOnlyLost: wishes.length > 0 && wishes.every((one) => one === written),
      }
      if (isUnclear(error)) lost.current = { wishes: [...wishes, written], before }
      const mayBeDone = isUnclear(error)
        ? sending.findsAtOnce
        : error instanceof ApiError && isSpent?.(error, earlier)
      if (!mayBeDone) throw error
      const what = await ask(error).catch((failure: unknown) => {
        // A question without an answer leaves open what it was asked about; where it is refused, the act was, too.
        throw isUnclear(failure) ? failure : error
      })
      if (what === null) throw error
      return found(what)
    }
  }

  return {
    async send(sending) {
      setProblem(null)
      setBusy(true)
      try {
        return await sendAndFind(sending as never)
      } catch (error) {
        return failed(error)
      } finally {
        setBusy(false)
      }
    },
    isBusy,
    problem,
    say: setProblem,
    keyOf,
  }
}
