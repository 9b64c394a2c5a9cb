import { createHash } from 'node:crypto'
import { callOf, calls, type CallName } from '@shirogane/contract/wire/calls'
import { realNow, realSleep } from './fixed.ts'
import type { World } from './world.ts'

/** One call that an act made, and what it was answered. */
export type Observed = {
  who: string
  call: string
  status: number
  body: unknown
  headers?: Record<string, string>
}
/** The same with what was asked, to say where a difference came about. */
export type Answered = Observed & { ask: string }

type Tokens = { access_token?: string; refresh_token?: string }

const headersKept = ['retry-after', 'idempotent-replayed', 'content-disposition', 'location', 'etag']
const pollsMax = 20

/**
 * Hears every call that an act makes, through any helper. After each the workers are brought to rest, so
 * that what a call sets off has happened before the next one is made.
 */
export function listenTo(world: World) {
  const send = globalThis.fetch
  const callers = new Map<string, string>()
  let answers: Answered[] = []
  let underWay = 0
  let polls = 0

  /** One look after a call; at the end of an act another one, since what a look sends out may leave more behind. */
  async function rest(looks = 1): Promise<void> {
    polls = 0
    await world.alignClock()
    for (const from = realNow(); underWay > 0; await realSleep(1))
      if (realNow() - from > 20_000) throw new Error('A call of the server itself does not come to its end')
    for (let look = 0; look < looks; look += 1) await world.server.work.rest()
  }

  async function fetchAsServer(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    underWay += 1
    try {
      return await send(input, init)
    } finally {
      underWay -= 1
    }
  }

  const isOfServer = (url: string, init?: RequestInit): boolean =>
    !url.startsWith(world.url) || new Headers(init?.headers).has('x-payjp-webhook-token')

  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (isOfServer(url, init)) return fetchAsServer(input, init)
    await world.alignClock()
    const path = url.slice(world.url.length)
    if (path.startsWith('/demo/outbox')) {
      polls += 1
      if (polls > pollsMax) throw new Error('What is waited for does not come')
      return send(input, init)
    }
    const response = await send(input, init)
    const bytes = Buffer.from(await response.arrayBuffer())
    const method = init?.method ?? 'GET'
    const kept = headersKept.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    const { who, call } = { who: whoOf(init), call: nameOf(method, path) }
    const body = bodyOf(bytes, response.headers.get('content-type') ?? '')
    noteSession(init?.body, body)
    answers.push({
      who,
      call,
      status: response.status,
      body,
      ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
      ask: `${method} ${path} ${typeof init?.body === 'string' ? init.body : ''}`,
    })
    if (method !== 'GET') await rest()
    const isEmpty = response.status === 204 || response.status === 304
    return new Response(isEmpty ? null : bytes, { status: response.status, headers: response.headers })
  }

  function whoOf(init?: RequestInit): string {
    const bearer = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length)
    return bearer === undefined ? '' : (callers.get(bearer) ?? 'unknown')
  }

  /** Who signs in is known by their token from then on, and by each that takes its place. */
  function noteSession(asked: unknown, body: unknown): void {
    const { token, user, ...bare } = (body ?? {}) as Tokens & {
      token?: Tokens
      user?: { id: string; username?: string }
    }
    const { access_token, refresh_token } = token ?? bare
    if (access_token === undefined) return
    const before = typeof asked === 'string' ? (JSON.parse(asked) as Tokens).refresh_token : undefined
    const name = user?.username ?? user?.id ?? callers.get(before ?? '') ?? 'unknown'
    callers.set(access_token, name)
    if (refresh_token !== undefined) callers.set(refresh_token, name)
  }

  return {
    rest,
    /** What was said since the last time. */
    take(): Answered[] {
      const all = answers
      answers = []
      return all
    },
    stop: () => {
      globalThis.fetch = send
    },
  }
}

function bodyOf(bytes: Buffer, type: string): unknown {
  if (bytes.length === 0) return null
  if (type.includes('json')) return JSON.parse(bytes.toString())
  if (/^text\/|svg|xml/.test(type)) return bytes.toString()
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return `${type}, ${bytes.length} bytes, ${hash}`
}

const patterns = (Object.keys(calls) as CallName[]).map((name) => {
  const { method, path } = callOf(name)
  const parts = path.split('/')
  return { name, method, parts, given: parts.filter((part) => part.startsWith('{')).length }
})
patterns.sort((a, b) => a.given - b.given)

/** The call of the contract behind a method and a path; those themselves where there is none. */
function nameOf(method: string, path: string): string {
  const asked = path.replace(/\?.*$/, '').split('/')
  const found = patterns.find(
    ({ method: of, parts }) =>
      of === method &&
      parts.length === asked.length &&
      parts.every((part, at) => part.startsWith('{') || part === asked[at]),
  )
  return found?.name ?? `${method} ${asked.join('/')}`
}
