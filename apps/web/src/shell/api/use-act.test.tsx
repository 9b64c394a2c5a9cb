import { endpoints } from '@shirogane/contract'
import { customerCalls } from '@shirogane/contract/generated/customer-calls'
import { rewardCalls } from '@shirogane/contract/generated/reward-calls'
import { staffCalls } from '@shirogane/contract/generated/staff-calls'
import type { CallName } from '@shirogane/contract/wire/calls'
import { lostOf } from '@shirogane/contract/wire/endpoint'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, call } from './api.ts'
import { addCalls, callOf, pathOf } from './call-table.ts'
import { useAct } from './use-act.ts'

addCalls({ ...customerCalls, ...rewardCalls, ...staffCalls })

const stored = sessionStorage
beforeEach(() => stored.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const failure = (code: ErrorCode, status: number, message = '') => new ApiError(code, status, message)
const lost = failure('NETWORK_OFFLINE', 0, 'no answer')
const taken = failure('CONFLICT', 409, 'taken')

/** A screen with one act: each sending ends as it is told to. */
function screenOf(options?: { keptFor?: string; unclear?: string }) {
  const { result } = renderHook(() => useAct('transactions.charge', options))
  const keys: string[] = []
  return {
    keys,
    result,
    async send(wish: unknown, end: Error | 'done' | null) {
      const sending = result.current.send({
        wish,
        send: async (key) => {
          keys.push(key)
          if (end instanceof Error) throw end
          return end
        },
      })
      return act(() => sending)
    },
  }
}

describe('an act with a key', () => {
  const wish = { amount: 3_000 }

  test('keeps it until it is known what became of it, also after a reload', async () => {
    const first = screenOf({ keptFor: 'me' })
    await first.send(wish, lost)
    await first.send(wish, failure('INTERNAL_ERROR', 502))
    expect(JSON.parse(stored.getItem('shirogane.act.transactions.charge.me') ?? '')).toEqual({
      key: first.keys[0],
      body: JSON.stringify(wish),
    })
    const later = screenOf({ keptFor: 'me' })
    expect(await later.send(wish, failure('RATE_LIMITED', 429))).toMatchObject({ isOver: false })
    expect(await later.send(wish, 'done')).toEqual({ is: 'done', answer: 'done' })
    expect(new Set([...first.keys, ...later.keys]).size).toBe(1)
    expect(stored.length).toBe(0)
  })

  test.each([{ keptFor: 'me' }, {}])(
    'is another one after a refusal, after it was done, and where anything about it is different (%j)',
    async (options) => {
      const { keys, send } = screenOf(options)
      await send(wish, failure('CARD_DECLINED', 422))
      await send(wish, 'done')
      await send(wish, lost)
      await send({ amount: 5_000 }, 'done')
      expect(new Set(keys).size).toBe(4)
    },
  )

  test('lives as long as its screen where it is not kept, and stays the same where the person thinks better of it', async () => {
    const one = screenOf()
    await one.send(wish, lost)
    expect(await one.send(wish, null)).toEqual({ is: 'left' })
    expect(one.result.current.keyOf(wish)).toBe(one.keys[0])
    expect(stored.length).toBe(0)
    expect(screenOf().result.current.keyOf(wish)).not.toBe(one.keys[0])
  })

  test('goes out where nothing can be written down, and where what is written down is none', async () => {
    stored.setItem('shirogane.act.transactions.charge.me', '{')
    expect(await screenOf({ keptFor: 'me' }).send(wish, 'done')).toMatchObject({ is: 'done' })
    const closed = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed, removeItem: closed })
    const { keys, send } = screenOf({ keptFor: 'me' })
    await send(wish, lost)
    await send(wish, 'done')
    expect(new Set(keys).size).toBe(1)
  })
})

test('a failure is told in the words of the server, and in those of the screen where it stays open what came of it', async () => {
  const { result, send } = screenOf({ unclear: 'sent once, however often' })
  const said = []
  for (const end of [lost, failure('INTERNAL_ERROR', 500, 'failed'), taken]) {
    await send({}, end)
    said.push(result.current.problem)
  }
  expect(said).toEqual(['sent once, however often', 'sent once, however often', 'taken'])
  await send({}, 'done')
  expect([result.current.problem, result.current.isBusy]).toEqual([null, false])
  const plain = screenOf()
  await plain.send({}, lost)
  expect(plain.result.current.problem).toBe('no answer')
})

describe('an act that is good once', () => {
  type Sending = Parameters<ReturnType<typeof useAct<'paymentMethods.create'>>['send']>[0]
  function screenOnce() {
    const { result } = renderHook(() => useAct('paymentMethods.create'))
    return (end: Error | 'done', sending: Omit<Sending, 'send' | 'wish'> & { wish?: unknown }) => {
      const outcome = result.current.send({
        wish: 'it',
        ...sending,
        send: async () => {
          if (end instanceof Error) throw end
          return end
        },
      })
      return act(() => outcome)
    }
  }
  const there = async () => true
  const absent = async () => null
  const spent = () => true

  test('is found at once where the question only reads, and stays open where it is not there', async () => {
    const send = screenOnce()
    expect(await send(lost, { find: there, findsAtOnce: true })).toEqual({
      is: 'found',
      found: true,
      wasLost: true,
    })
    expect(await send(lost, { find: absent, findsAtOnce: true })).toMatchObject({ is: 'failed' })
    expect(await send(lost, { find: there })).toMatchObject({ is: 'failed', isUnclear: true })
  })

  test('is asked for after a refusal that may come of it, and after no other', async () => {
    const send = screenOnce()
    expect(await send(taken, { find: there, isSpent: spent })).toMatchObject({ is: 'found', wasLost: false })
    expect(await send(taken, { find: absent, isSpent: spent })).toMatchObject({ is: 'failed', error: taken })
    expect(await send(taken, { find: there, isSpent: () => false })).toMatchObject({ is: 'failed' })
    expect(await send(taken, { find: there })).toMatchObject({ is: 'failed' })
  })

  test('knows which sendings stayed without an answer', async () => {
    const send = screenOnce()
    const seen: object[] = []
    const watch = { find: there, isSpent: (_: unknown, earlier: object) => seen.push(earlier) < 0 }
    await send(taken, { ...watch, wish: 'a' })
    await send(lost, { ...watch, wish: 'a' })
    await send(taken, { ...watch, wish: 'a' })
    await send(taken, { ...watch, wish: 'b' })
    await send(lost, { ...watch, wish: 'b' })
    await send(taken, { ...watch, wish: 'a' })
    expect(seen).toEqual([
      { isLost: false, isOnlyLost: false },
      { isLost: true, isOnlyLost: true },
      { isLost: false, isOnlyLost: false },
      { isLost: true, isOnlyLost: false },
    ])
  })

  test('is compared with how it was before the first sending, and asked for before it goes out again', async () => {
    const send = screenOnce()
    const seen: unknown[] = []
    const find = async (_: unknown, before: unknown) => seen.push(before) > 2
    await send(lost, { find, before: 1, findsAtOnce: true })
    expect(await send(lost, { find, before: 2, findsFirst: true })).toMatchObject({ is: 'failed' })
    expect(await send(taken, { find, before: 3, findsFirst: true })).toMatchObject({ is: 'found' })
    expect(seen).toEqual([1, 1, 1])
  })

  test('stays open where the question gets no answer either', async () => {
    const refused = { find: () => Promise.reject(lost), isSpent: spent }
    expect(await screenOnce()(taken, refused)).toMatchObject({ is: 'failed', error: lost, isUnclear: true })
  })
})

describe('every act of the contract', () => {
  const names = (Object.keys(endpoints) as CallName[]).filter((name) => lostOf(endpoints[name]) !== null)
  type Moment = 'before' | 'after'

  /** A server that does the act of each key, or each wish, once; the answer to the first sending is lost at this moment. */
  function serve(how: ReturnType<typeof lostOf>, moment: Moment): string[] {
    const done: string[] = []
    let sendings = 0
    vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit = {}) => {
      if (address.endsWith('?ask')) return Response.json({ done: done.length })
      sendings += 1
      if (sendings === 1 && moment === 'before') throw new TypeError('Failed to fetch')
      const key = (headers as Record<string, string>)['Idempotency-Key'] ?? 'one'
      const isNew = how === 'anew' || !done.includes(key)
      if (isNew) done.push(key)
      if (sendings === 1) throw new TypeError('Failed to fetch')
      return isNew || how === 'key' || how === 'again'
        ? Response.json({ done: done.length })
        : Response.json({ code: 'CONFLICT', message: 'used up' }, { status: 409 })
    })
    return done
  }

  const paramsOf = (name: CallName) =>
    Object.fromEntries([...callOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part!, 'x']))

  test.each(names.flatMap((name) => (['before', 'after'] as const).map((moment) => [name, moment] as const)))(
    '%s comes to one end where its answer is lost %s the commit',
    async (name, moment) => {
      const how = lostOf(endpoints[name])
      const done = serve(how, moment)
      const asks: CallName[] = []
      const isSpent = ({ code }: ApiError, { isOnlyLost }: { isOnlyLost: boolean }) =>
        isOnlyLost && code === 'CONFLICT'
      async function find(): Promise<boolean> {
        const { ask } = how as { ask: CallName }
        asks.push(ask)
        const answer = await fetch(`${pathOf(ask, paramsOf(ask))}?ask`)
        return ((await answer.json()) as { done: number }).done > 0
      }
      // The types follow the name, which is each of them here.
      const { result } = renderHook(() => useAct(name as 'paymentMethods.create'))
      const isGoodOnce = typeof how === 'object' && how !== null
      const send = () =>
        act(() =>
          result.current.send({
            wish: 'it',
            send: (idempotencyKey: string) =>
              call(name, {
                params: paramsOf(name),
                ...(how === 'key' && { idempotencyKey }),
              } as never) as Promise<unknown>,
            ...((isGoodOnce || how === 'next') && { isSpent }),
            ...(isGoodOnce && { find }),
          } as never),
        )
      expect(await send()).toMatchObject({ is: 'failed', isUnclear: true })
      expect(done).toHaveLength(moment === 'after' ? 1 : 0)
      const isFound = (isGoodOnce || how === 'next') && moment === 'after'
      expect(await send()).toMatchObject({ is: isFound ? 'found' : 'done' })
      expect(result.current.problem).toBeNull()
      expect(done).toHaveLength(how === 'anew' && moment === 'after' ? 2 : 1)
      expect(asks).toEqual(isGoodOnce && moment === 'after' ? [how.ask] : [])
    },
  )
})
