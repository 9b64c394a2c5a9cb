import type { z } from 'zod'
import type { Method } from './call-text.ts'
import type { CallName } from './calls.ts'
import type { ErrorCode } from './errors.ts'
import type { Reach } from './reach.ts'
import { type Caller, type Right, type Rights, rolesOf } from './rights.ts'

type Schema = z.core.$ZodType

/**
 * How a caller finds out what came of an act whose answer was lost, where no `Idempotency-Key` tells.
 *
 * - `again`: sent once more as it was, with its id where it has one, it comes to the same.
 * - `anew`: sent once more, it is done once more, which does no harm: another code is sent, another file is kept.
 * - `next`: it only opens the way to another act, which tells whether the way is open.
 * - `ask`: it is good once, and this call tells whether it happened.
 */
export type Lost = 'again' | 'anew' | 'next' | { readonly ask: CallName }

type Reading = { readonly idempotent?: never; readonly lost?: never; readonly reads?: never }

/** What a call says of an answer that is lost: each that changes something says it, one that only reads has nothing to say. */
type Aftermath =
  | ({ readonly call: `GET /v1/${string}` } & Reading)
  | ({ readonly call: Writing } & (
      | {
          /** Changes nothing, though its method is that of an act: what it asks about does not fit into an address. */
          readonly reads: true
          readonly idempotent?: never
          readonly lost?: never
        }
      | {
          /**
           * Moves money, points or stock: refused without an `Idempotency-Key`, under which it is found again. A function where
           * the same call may also move nothing, as a scan does, and comes to the same: whether a body moves something.
           */
          readonly idempotent: true | ((body: never) => boolean)
          /** Where a call is asked besides, because what comes after it is not to begin twice. */
          readonly lost?: Extract<Lost, object>
          readonly reads?: never
        }
      | { readonly lost: Lost; readonly idempotent?: never; readonly reads?: never }
    ))
type Writing = `${Exclude<Method, 'GET'>} /v1/${string}`

type Definition = Aftermath & {
  readonly name: CallName
  /** Method and path; parameters of the path stand in braces. It says where the endpoint's file and its handler's stand. */
  readonly call: `${Method} /v1/${string}`
  /** The table of the client that brings the call's address along: with home, with the customers' pages, with those of money that leaves, or with the pages of staff. */
  readonly table: 'first' | 'customer' | 'reward' | 'staff'
  /** One sentence for the reader of the API page. */
  readonly summary: string
  /** What the caller must be allowed to do: a row of the table of rights. */
  readonly right: Right
  /** How far the right reaches, where not all who hold it are served alike: a row of `authz.tsv` is written from it. */
  readonly reach?: Reach
  /** What bounds it besides, for the reader of that table. */
  readonly note?: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** A body that the call takes, for the reader of the API page, where the fields by themselves do not tell what goes together. */
  readonly example?: object
  /**
   * Takes one file as `multipart/form-data` in the part `file`, instead of a body; a larger one is refused unread.
   * Everything that a caller sends counts, whether it is taken or not; calls that share a bucket share its number.
   */
  readonly file?: {
    readonly bytesMax: number
    readonly tooLarge: ErrorCode
    readonly bucket: 'files' | 'private-files' | 'goods-photos' | 'payout-results'
    readonly perDay: number
  }
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
  /** Headers of the caller's own that change what it answers, for the reader of the API page. */
  readonly headers?: readonly ('X-Client-Type' | 'X-Requested-By')[]
}

export type Endpoint = Definition & {
  /** The roles that hold the right; all others are refused before the handler runs. */
  readonly who: readonly Caller[]
}

/** How what came of a call is found where its answer was lost: `key` is the key that it went out under; null of what only reads. */
export function lostOf({ lost, idempotent }: Endpoint): Lost | 'key' | null {
  return lost ?? (idempotent ? 'key' : null)
}

/** Keeps the literal types of one endpoint while checking its shape, and adds the roles that hold its right. */
export function endpoint<const Given extends Definition>(
  definition: Given,
): Given & { readonly who: Rights[Given['right']] } {
  const who: Rights[Given['right']] = rolesOf<Given['right']>(definition.right)
  return { ...definition, who }
}
