import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  countFloat as decideFloat,
  type FloatFacts,
  type FloatWish,
} from '@shirogane/domain/days/count-float'
import {
  moveCash as decideMove,
  type MoveCashFacts,
  type MoveCashWish,
} from '@shirogane/domain/days/move-cash'
import { type Act, type ActOutcome, decideAndPost, type Held, postAct, type Rows } from '../act.ts'

/** A float of the day that is open, or of an earlier one that is still to be closed. */
type FloatRequest = FloatWish & { date: string | null }
/** `on_date`: the day of the float, or the one that is in its way. */
type FloatOutcome = { on_date: string } & (
  | { code: null; counted: number }
  | { code: ErrorCode; counted: null }
)

/** Counts a float in the caller's database transaction. */
export function countFloat(db: Rows, request: FloatRequest): Promise<FloatOutcome> {
  return decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<FloatFacts> }>('select ledger.hold_count_float($1) as facts', [act]),
    decide: (facts: FloatFacts) => decideFloat(facts, request),
    post: (act, decided) =>
      db.rows<FloatOutcome>('select code, on_date, counted from ledger.count_float($1, $2)', [act, decided]),
  })
}

/** Puts cash in or takes it out in the caller's database transaction, once for a key. */
export function moveCash(
  db: Rows,
  request: MoveCashWish & Pick<Act, 'key' | 'request_hash'>,
): Promise<ActOutcome<ErrorCode>> {
  const act = { ...request, route: 'cash' }
  return postAct(db, act, {
    hold: (asked) =>
      db.rows<{ facts: Held<MoveCashFacts> | null }>('select ledger.hold_move_cash($1) as facts', [asked]),
    decide: (facts) => decideMove(facts, act),
  })
}
