import { type ErrorBody, type ErrorCode, errors, sentenceOf } from '@shirogane/contract/wire/errors'
import type { CookieChange } from './wire/cookie-change.ts'

/** Says that an answer is the first one once more. */
export const replayedHeader = { 'Idempotency-Replayed': 'true' } as const

export type ProblemDetail = {
  /** Fills the braces of the sentence, such as the missing yen of INSUFFICIENT_BALANCE. */
  readonly blanks?: Readonly<Record<string, string | number>>
  /** Sentences for single inputs, by their path. */
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
  /** For the log only: a reason that the caller must not learn. */
  readonly reason?: string
  /** Cookies that end together with the refusal. */
  readonly cookies?: readonly CookieChange[]
  /** Named beside the sentence where the web client looks for it: a refresh that fails says `access_token: null`. */
  readonly nulls?: readonly string[]
  /** The first answer once more, for a request that was refused before. */
  readonly replayed?: boolean
}

/** A refusal that the catalogue knows. Thrown by operations, so that the open transaction rolls back by itself. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly detail: ProblemDetail

  constructor(code: ErrorCode, detail: ProblemDetail = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }

  get status(): number {
    return errors[this.code][0]
  }
}

/** What the ledger answered in place of doing it. Its figures fill the braces: `n` alone, or `n` and `m` as the ends of a range. */
export function ledgerProblem(
  { code, n = null, m = null }: { code: ErrorCode; n?: number | null; m?: number | null },
  detail: ProblemDetail = {},
): Problem {
  if (n === null) return new Problem(code, detail)
  return new Problem(code, { ...detail, blanks: m === null ? { n } : { min: n, max: m } })
}

export type Rendered = {
  status: number
  headers: Record<string, string>
  body: ErrorBody
  cookies: readonly CookieChange[]
}

/** The only place where a refusal becomes an answer. */
export function renderProblem(problem: Problem, requestId: string): Rendered {
  const { blanks, fields, retryAfterSeconds, nulls = [], cookies = [], replayed = false } = problem.detail
  const sentence = sentenceOf(problem.code, { request_id: requestId, ...blanks })
  const status = problem.status
  const headers: Record<string, string> = replayed ? { ...replayedHeader } : {}
  if (status === 429 || status === 503 || retryAfterSeconds !== undefined)
    headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfterSeconds ?? 5)))
  return {
    status,
    headers,
    cookies,
    body: {
      ...Object.fromEntries(nulls.map((name) => [name, null])),
      error: sentence,
      message: sentence,
      code: problem.code,
      ...(fields && { fields: { ...fields } }),
      request_id: requestId,
    },
  }
}
