import type { z } from 'zod'
import type { CallName } from './calls.ts'
import type { ErrorCode } from './errors.ts'

/** Everybody who works for the brand, from the register to the head office. */
export const employeeTypes = ['register', 'manager', 'accounting', 'kyc_reviewer', 'owner'] as const
export type EmployeeType = (typeof employeeTypes)[number]

/** Members, who have proved their phone, and staff. */
export const verified = ['customer', ...employeeTypes] as const
export const signedIn = ['unverified', ...verified] as const

/** Who may call. A route names every role that it serves; all others are refused before the handler runs. */
export const callers = ['anonymous', ...signedIn] as const
export type Caller = (typeof callers)[number]

type Schema = z.core.$ZodType

export type Endpoint = {
  readonly name: CallName
  /** One sentence for the reader of the API page. */
  readonly summary: string
  readonly who: readonly Caller[]
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Takes one file as `multipart/form-data` in the part `file`, instead of a body; a larger one is refused unread. */
  readonly file?: { readonly bytesMax: number; readonly tooLarge: ErrorCode }
  /** The answer's status when all went well; 204 has no body, and 303 leads elsewhere. */
  readonly status: 200 | 201 | 204 | 303
  /** Where it may also answer 202, in the same shape: what that means, for the reader of the API page. */
  readonly accepted?: string
  readonly output: Schema
  /** Answers the bytes of one file of this type instead of JSON, to be kept nowhere. */
  readonly media?: 'image/webp' | 'application/pdf' | 'text/csv; charset=utf-8' | 'application/octet-stream'
  /** The refusals that this call may answer, besides those that every call may answer. */
  readonly errors: readonly ErrorCode[]
  /** Another server calls and proves itself: the operation gets the headers and the bytes as they came. */
  readonly signed?: boolean
  /** Moves money, points or stock: takes an `Idempotency-Key`. */
  readonly idempotent?: boolean
}

/** Keeps the literal types of one endpoint while checking its shape. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
