import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  convertPoints,
  type ConversionFacts,
  type ConversionWish,
} from '@shirogane/domain/points/convert-points'
import { decideAndPost, type Held, type Rows } from '../act.ts'

export type ConversionRequest = ConversionWish & {
  key: string
  /** Of what is asked: the same key with another hash is refused. */
  request_hash: Buffer
}

/** Null where the person has no wallet. */
type Facts = { member: ConversionFacts | null }

export type ConversionOutcome = {
  transaction: string | null
  code: ErrorCode | null
  n: number | null
  replayed: boolean
}

/** Exchanges points for given balance in the caller's database transaction, once for a key. */
export function postConversion(db: Rows, request: ConversionRequest): Promise<ConversionOutcome> {
  return decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<Facts> | null }>('select ledger.hold_convert_points($1) as facts', [act]),
    decide: ({ member }: Facts) =>
      member === null ? { code: 'AUTH_REQUIRED' } : convertPoints(member, request),
    post: (act, decided) =>
      db.rows<ConversionOutcome>('select transaction, code, n, replayed from ledger.convert_points($1, $2)', [
        act,
        decided,
      ]),
  })
}
