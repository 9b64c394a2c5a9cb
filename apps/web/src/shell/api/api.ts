import type { Endpoints } from '@shirogane/contract'
import type { CallName, Method } from '@shirogane/contract/wire/calls'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import type { z } from 'zod'
import { callOf, isKnown, pathOf } from './call-table.ts'
import { failureText, networkText } from './text.ts'

/** What went wrong, in the words a person may read. `status` 0 means that no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
  /** When to ask again, where the server says so. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    fields: Record<string, string> = {},
    requestId: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** No answer came: offline, a tunnel, a time-out. Whether the call did its work is then unknown. */
  get isNetwork(): boolean {
    return this.status === 0
  }
}

/**
 * The calls that home and the pay code do not make are loaded after those two, or with the first call that is one of
 * them.
 */
async function known(name: CallName): Promise<void> {
  if (isKnown(name)) return
  try {
    await import('./lazy-calls.ts')
  } catch {
    throw new ApiError('NETWORK_OFFLINE', 0, networkText)
  }
}

export type Output<N extends CallName> = z.output<Endpoints[N]['output']>
export type Body<N extends CallName> = Endpoints[N] extends { body: infer B extends z.core.$ZodType }
  ? z.input<B>
  : never
export type QueryOf<N extends CallName> = Endpoints[N] extends { query: infer Q extends z.core.$ZodType }
  ? z.input<Q>
  : never

export type CallOptions<N extends CallName> = {
  params?: Readonly<Record<string, string>>
  query?: QueryOf<N>
  body?: Body<N>
  /** The one file of a call that takes a file. */
  file?: Blob
  signal?: AbortSignal
} & KeyOf<N>
type WithoutKey = {
  [N in CallName]: Endpoints[N] extends { idempotent: true } ? never : N
}[CallName]
/** Names one intended movement. Every repeat of the same intent carries the same key; without one the server refuses it. */
type KeyOf<N extends CallName> = Endpoints[N] extends { idempotent: true }
  ? { idempotencyKey: string }
  : { idempotencyKey?: string }

/** What the client needs from the session; the session gives it at start, so that neither file imports the other. */
export type Authority = {
  /** Resolves when no renewal is under way, with the token to use now. */
  accessToken: () => Promise<string | null>
  /** Answers a 401: one renewal shared by all calls. Null when the session has ended. */
  renewedToken: () => Promise<string | null>
}

let authority: Authority = { accessToken: async () => null, renewedToken: async () => null }

export function setAuthority(next: Authority): void {
  authority = next
}

let observer: (name: CallName, answer: unknown) => void = () => {}

/** Hears every answer, also one whose page was left meanwhile. */
export function setObserver(next: typeof observer): void {
  observer = next
}

function observe(name: CallName, answer: unknown): void {
  try {
    observer(name, answer)
  } catch {
    // What remembers an act must not undo it.
  }
}

const requestTimeoutMs = 10_000
/** A picture, a paper or a book may take its time through a weak signal, on either way. */
const fileTimeoutMs = 60_000
const refreshTimeoutMs = 8_000
const retriedMethods: ReadonlySet<string> = new Set(limits.httpRetryMethods)

type Sending = {
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  timeoutMs: number
}

/** Sends one call of the contract. Throws an `ApiError`, or an `AbortError` when `signal` ended it. */
export async function call<N extends CallName>(name: N, options: CallOptions<N>): Promise<Output<N>>
export async function call<N extends WithoutKey>(name: N): Promise<Output<N>>
export async function call<N extends CallName>(name: N, options = {} as CallOptions<N>): Promise<Output<N>> {
  await known(name)
  const { method } = callOf(name)
  const path = pathOf(name, options.params)
  const { body, signal, idempotencyKey } = options
  const sending: Sending = {
    query: options.query as Sending['query'],
    body: options.file === undefined ? body : formOf(options.file),
    signal,
    timeoutMs: options.file === undefined ? requestTimeoutMs : fileTimeoutMs,
  }
  const headers: Record<string, string> =
    idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
  const token = await authority.accessToken()
  if (token !== null) headers['Authorization'] = `Bearer ${token}`
  // Only a 401 is sent again here, with a new token and the same key. A lost answer is for the caller to judge, who
  // knows whether money was moving.
  for (let retries = 0; ; retries += 1) {
    try {
      const answer = (await send(method, path, { ...sending, headers })) as Output<N>
      observe(name, answer)
      return answer
    } catch (error) {
      const isRetried =
        error instanceof ApiError &&
        error.status === limits.httpRetryStatus &&
        retries < limits.httpRetryLimit &&
        retriedMethods.has(method.toLowerCase())
      const renewed = isRetried ? await authority.renewedToken() : null
      if (renewed === null) throw error
      headers['Authorization'] = `Bearer ${renewed}`
    }
  }
}

/**
 * The calls that keep the session alive. They carry the token they are given and are never sent again by the client:
 * a renewal that waited for a renewal would wait for ever.
 */
export async function callSession<N extends 'auth.refreshAccessToken' | 'auth.refreshToken' | 'auth.logout'>(
  name: N,
  body: Body<N>,
  accessToken: string | null,
): Promise<Output<N>> {
  const { method, path } = callOf(name)
  const headers: Record<string, string> =
    accessToken === null ? {} : { Authorization: `Bearer ${accessToken}` }
  return (await send(method, path, { body, headers, timeoutMs: refreshTimeoutMs })) as Output<N>
}

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

/**
 * One request, to the last byte of its answer. Every failure that keeps it from coming is the same to a caller: no
 * answer.
 */
async function send(
  method: Method,
  path: string,
  { query, body, headers, signal, timeoutMs }: Sending,
): Promise<unknown> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  const address = search.size === 0 ? path : `${path}?${search.toString()}`
  const ending = new AbortController()
  const end = () => ending.abort()
  signal?.addEventListener('abort', end)
  let timer = setTimeout(end, timeoutMs)
  try {
    const response = await fetch(address, {
      method,
      headers: {
        Accept: 'application/json',
        'X-Requested-By': 'app',
        // A form names its own type, with the boundary in it.
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      // What ends something is often the last that a page says.
      keepalive: method === 'DELETE',
      signal: ending.signal,
    })
    if (isFile(response)) {
      clearTimeout(timer)
      timer = setTimeout(end, fileTimeoutMs)
      return new Uint8Array(await response.arrayBuffer())
    }
    return await read(response, ending.signal)
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted === true) throw error
    throw new ApiError('NETWORK_OFFLINE', 0, networkText)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

const replays = new WeakSet<object>()

/** Whether this is the first answer to an act once more: the server has done nothing new. */
export const isReplay = (answer: object): boolean => replays.has(answer)

/** A picture of identity documents, which is shown and kept nowhere; a receipt or a book that the reader saves. */
function isFile({ ok, headers }: Response): boolean {
  return ok && /^(?:image\/|application\/(?:pdf|octet)|text\/csv)/.test(headers.get('content-type') ?? '')
}

async function read(response: Response, ending: AbortSignal): Promise<unknown> {
  const { status, ok } = response
  if (status === 204) return undefined
  let body: unknown
  try {
    body = await response.json()
  } catch (error) {
    // A body that broke off says as little as no answer; a proxy's page says that the server failed.
    if (ok || ending.aborted) throw error
    throw new ApiError('INTERNAL_ERROR', status, failureText)
  }
  if (ok) {
    if (response.headers.has('Idempotency-Replayed')) replays.add(body as object)
    return body
  }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  if (isErrorBody(body))
    throw new ApiError(
      body.code,
      status,
      body.message,
      body.fields,
      body.request_id,
      Number.isFinite(retryAfter) ? retryAfter : null,
    )
  throw new ApiError('INTERNAL_ERROR', status, failureText)
}

type WireError = { code: ErrorCode; message: string; fields?: Record<string, string>; request_id?: string }

function isErrorBody(body: unknown): body is WireError {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  )
}

/** The sentence to show for anything that was caught. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : failureText
}

/** What the server said, for panels that say by themselves what to do about the network. */
export function serverMessageOf(error: unknown): string | undefined {
  return error instanceof ApiError && !error.isNetwork ? error.message : undefined
}
