import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { beforeEach, describe, expect, test } from 'vitest'
import { actOnce, endsAct, isUnclear } from './act.ts'
import { ApiError } from './api.ts'

const store = new Map<string, string>()
beforeEach(() => {
  store.clear()
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
      removeItem: (key: string) => void store.delete(key),
    },
  })
})

const refused = (code: ErrorCode, status: number) => new ApiError(code, status, '')

describe('what came of an act', () => {
  test.each([
    ['no answer', refused('NETWORK_OFFLINE', 0), { unclear: true, over: false }],
    ['a body that broke off', new TypeError('terminated'), { unclear: true, over: false }],
    ['the page of a proxy that gave up', refused('INTERNAL_ERROR', 504), { unclear: true, over: false }],
    ['a server that failed', refused('INTERNAL_ERROR', 500), { unclear: true, over: false }],
    [
      'a result that the server does not know',
      refused('PAYMENT_UNKNOWN', 503),
      { unclear: true, over: false },
    ],
    ['a connection lost in the commit', refused('OVERLOADED', 503), { unclear: true, over: false }],
    [
      'a session that has to be renewed',
      refused('AUTH_SESSION_EXPIRED', 401),
      { unclear: false, over: false },
    ],
    ['a proof that is asked for first', refused('STEP_UP_REQUIRED', 403), { unclear: false, over: false }],
    ['a pause', refused('RATE_LIMITED', 429), { unclear: false, over: false }],
    ['a refusal', refused('INSUFFICIENT_BALANCE', 422), { unclear: false, over: true }],
    ['another state', refused('CONFLICT', 409), { unclear: false, over: true }],
    ['no right to it', refused('FORBIDDEN', 403), { unclear: false, over: true }],
  ])('%s', (_name, error, { unclear, over }) => {
    expect([isUnclear(error), endsAct(error)]).toEqual([unclear, over])
  })
})

describe('an act that is sent again', () => {
  /** The keys that sendings of this would go out under, each of them with such an end. */
  async function sent(body: unknown, ...ends: (Error | null)[]): Promise<string[]> {
    const keys: string[] = []
    for (const end of ends)
      await actOnce('charge', body, async (key) => {
        keys.push(key)
        if (end) throw end
      }).catch(() => {})
    return keys
  }

  test('keeps its key until it is known what became of it, also after a reload', async () => {
    const body = { amount: 3_000 }
    const keys = await sent(body, refused('NETWORK_OFFLINE', 0), refused('INTERNAL_ERROR', 502))
    // What a page that is loaded anew finds.
    expect([...store.values()]).toEqual([JSON.stringify({ key: keys[0], body: JSON.stringify(body) })])
    keys.push(...(await sent(body, refused('RATE_LIMITED', 429), null)))
    expect(new Set(keys).size).toBe(1)
    expect(store.size).toBe(0)
  })

  test('is another one after a refusal, after it was done, and where anything about it is different', async () => {
    const body = { amount: 3_000 }
    const keys = [
      ...(await sent(body, refused('CARD_DECLINED', 422), null, refused('NETWORK_OFFLINE', 0))),
      ...(await sent({ amount: 5_000 }, null)),
    ]
    expect(new Set(keys).size).toBe(4)
  })

  test('goes out where nothing can be written down, and where what is written down is none', async () => {
    store.set('shirogane.act.charge', '{')
    expect(await sent({ amount: 500 }, null)).toHaveLength(1)
    const closed = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      value: { getItem: closed, setItem: closed, removeItem: closed },
    })
    expect(await actOnce('charge', { amount: 500 }, async () => 'done')).toBe('done')
    const keys = await sent({ amount: 500 }, refused('NETWORK_OFFLINE', 0), null)
    expect(new Set(keys).size).toBe(1)
  })
})
