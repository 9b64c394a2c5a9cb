import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { writeOffDebt as decideWriteOff, type WriteOffFacts } from '@shirogane/domain/deferred/write-off-debt'
import { type Act, type ActOutcome, type Held, postAct, type Rows } from '../act.ts'

/** Gives a debt up in the caller's database transaction, once for a key. */
export function writeOffDebt(
  db: Rows,
  request: Omit<Act, 'route'> & { sale_id: string; reason: string },
): Promise<ActOutcome<ErrorCode>> {
  const act = { ...request, route: 'later/write_off' }
  return postAct(db, act, {
    hold: (asked) =>
      db.rows<{ facts: Held<WriteOffFacts> | null }>('select ledger.hold_write_off($1) as facts', [asked]),
    decide: (facts) => decideWriteOff(facts, act),
  })
}
