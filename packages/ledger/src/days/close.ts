import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { closeDay as decideClose, type CloseFacts, type CloseWish } from '@shirogane/domain/days/close-day'
import {
  reopenDay as decideReopening,
  type ReopenFacts,
  type ReopenWish,
} from '@shirogane/domain/days/reopen-day'
import { decideAndPost, type Held, type Rows } from '../act.ts'
import { countFloat } from './cash.ts'

/** A close under an id of its own, and the id of its float, where it brings one along that is not on record. */
type CloseRequest = CloseWish & { id: string; float_id: string }

/** `closed` is the close, or the one that stands. `on_date`: the day that is in the way. */
type CloseOutcome = {
  code: ErrorCode | null
  n: number | null
  on_date: string | null
  closed: string | null
}

/** Closes a day in the caller's database transaction, where the float that it brings along is counted first. */
export async function closeDay(db: Rows, request: CloseRequest): Promise<CloseOutcome> {
  const outcome = await closeOnFloat(db, request)
  if (outcome.code !== 'REGISTER_NOT_OPEN' || request.float === null) return outcome
  const { float_id, store_id, actor_id, float, date } = request
  const { code } = await countFloat(db, { transaction_id: float_id, store_id, actor_id, counts: float, date })
  return code === null ? closeOnFloat(db, request) : { ...outcome, code }
}

function closeOnFloat(db: Rows, request: CloseRequest): Promise<CloseOutcome> {
  return decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<CloseFacts> }>('select ledger.hold_close_day($1) as facts', [act]),
    decide: (facts: CloseFacts) => decideClose(facts, request),
    post: (act, decided) =>
      db.rows<CloseOutcome>('select code, n, on_date, closed from ledger.close_day($1, $2)', [act, decided]),
  })
}

/** Opens the last closed day of a shop again in the caller's database transaction. Answers why not, or null. */
export async function reopenDay(db: Rows, request: ReopenWish): Promise<ErrorCode | null> {
  const { code } = await decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<ReopenFacts> }>('select ledger.hold_reopen_day($1) as facts', [act]),
    decide: (facts: ReopenFacts) => decideReopening(facts, request),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null }>('select ledger.reopen_day($1, $2) as code', [act, decided]),
  })
  return code
}
