import type { Endpoints } from '@shirogane/contract'
import { callOf, pathOf } from '@shirogane/contract/calls'
import type { CallName } from '@shirogane/contract/calls'
import type { ErrorCode } from '@shirogane/contract/errors'
import { limits } from '@shirogane/contract/limits'
import ky, { HTTPError } from 'ky'
import type { KyInstance, Options } from 'ky'
import type { z } from 'zod'

/** What went wrong, in the words a person may read. `status` 0 means that no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null

  constructor(code: ErrorCode, status: number, message: string, fields: Record<string, string> = {}, requestId: string | null = null) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
    this.requestId = requestId
  }

  /** No answer came: offline, a tunnel, a time-out. Whether the call did its work is then unknown. */
  get isNetwork(): boolean {
    return this.status === 0
  }
}

export const networkText = '通信できませんでした。電波のよい場所で再度お試しください。'
export const failureText = 'うまくいきませんでした。時間をおいて再度お試しください。'

export type Output<N extends CallName> = z.output<Endpoints[N]['output']>
export type Body<N extends CallName> = Endpoints[N] extends { body: infer B extends z.core.$ZodType } ? z.input<B> : never
export type QueryOf<N extends CallName> = Endpoints[N] extends { query: infer Q extends z.core.$ZodType } ? z.input<Q> : never

export type CallOptions<N extends CallName> = {
  params?: Readonly<Record<string, string>>
  query?: QueryOf<N>
  body?: Body<N>
  /** Names one intended movement of money. Every repeat of the same intent carries the same key. */
  idempotencyKey?: string
  signal?: AbortSignal
}

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

const requestTimeoutMs = 10_000
const refreshTimeoutMs = 8_000

const bare = ky.create({
  // In a browser the page itself is the base; the tests, which have no page, name a host.
  ...(typeof location === 'undefined' ? {} : { baseUrl: location.origin }),
  credentials: 'same-origin',
  cache: 'no-store',
  timeout: requestTimeoutMs,
  retry: 0,
  headers: { 'X-Requested-By': 'app' },
})

const client = bare.extend({
  retry: {
    limit: limits.httpRetryLimit,
    methods: [...limits.httpRetryMethods],
    statusCodes: [limits.httpRetryStatus],
    delay: () => 0,
    // Only a 401 is sent again here. A lost answer is for the caller to judge, who knows whether money was moving.
    shouldRetry: ({ error }) => error instanceof HTTPError && error.response.status === limits.httpRetryStatus,
  },
  hooks: {
    beforeRequest: [
      async ({ request }) => {
        const token = await authority.accessToken()
        if (token !== null) request.headers.set('Authorization', `Bearer ${token}`)
      },
    ],
    beforeRetry: [
      async ({ request, error }) => {
        const token = await authority.renewedToken()
        if (token === null) throw error
        request.headers.set('Authorization', `Bearer ${token}`)
      },
    ],
  },
})

/** Sends one call of the contract. Throws an `ApiError`, or an `AbortError` when `signal` ended it. */
export async function call<N extends CallName>(name: N, options: CallOptions<N> = {}): Promise<Output<N>> {
  const { method } = callOf(name)
  return send(client, pathOf(name, options.params).slice(1), {
    method,
    ...(options.query !== undefined && { searchParams: options.query as Record<string, string | number | boolean> }),
    ...(options.body !== undefined && { json: options.body }),
    ...(options.idempotencyKey !== undefined && { headers: { 'Idempotency-Key': options.idempotencyKey } }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }) as Promise<Output<N>>
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
  return send(bare, path.slice(1), {
    method,
    json: body,
    timeout: refreshTimeoutMs,
    ...(accessToken !== null && { headers: { Authorization: `Bearer ${accessToken}` } }),
  }) as Promise<Output<N>>
}

async function send(through: KyInstance, path: string, options: Options): Promise<unknown> {
  try {
    const response = await through(path, options)
    return response.status === 204 ? undefined : await response.json()
  } catch (error) {
    throw toThrow(error)
  }
}

function toThrow(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof HTTPError) {
    const { status } = error.response
    const body: unknown = error.data
    if (isErrorBody(body)) return new ApiError(body.code, status, body.message, body.fields, body.request_id)
    return new ApiError('INTERNAL_ERROR', status, failureText)
  }
  if (error instanceof DOMException && error.name === 'AbortError') return error
  return new ApiError('NETWORK_OFFLINE', 0, networkText)
}

type WireError = { code: ErrorCode; message: string; fields?: Record<string, string>; request_id?: string }

function isErrorBody(body: unknown): body is WireError {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'message' in body && typeof body.message === 'string'
}

/** The sentence to show for anything that was caught. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : failureText
}
