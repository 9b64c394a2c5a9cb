import type { CallName } from '@shirogane/contract/wire/calls'
import { ApiError } from './api.ts'

/**
 * One line for the developer who looks into a complaint: which call, why, and the number under which the server has it
 * in its own log. Nothing of what was asked or answered stands in it.
 */
export function logFailure(call: CallName, error: unknown): void {
  const why = error instanceof ApiError ? [error.code, error.requestId] : ['failed in the app']
  // oxlint-disable-next-line no-console -- the specification wants these failures in the log of the device
  console.error(call, ...why)
}
