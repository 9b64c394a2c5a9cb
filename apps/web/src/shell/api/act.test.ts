import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { describe, expect, test } from 'vitest'
import { endsAct, isUnclear } from './act.ts'
import { ApiError } from './api.ts'

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
