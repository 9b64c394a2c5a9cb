import type { Cashout } from '@shirogane/contract/resources/brand/cashouts'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor } from '../../context.ts'
import type { CashoutRow } from './store.ts'

/** A cash-out with what the reader may do with it now. */
export function presentCashout(row: CashoutRow, reader: Actor): Cashout {
  const waits = row.status === 'requested'
  const isOwn = row.requested_by === reader.user_id
  const mayDecide = holds(reader.role, 'cashout.approve')
  return {
    id: row.id,
    number: row.number,
    user: { id: row.user_id, username: row.username, name: row.name },
    amount: row.amount,
    reason: row.reason,
    way: row.way,
    note: row.note,
    status: row.status,
    requested_by: row.requested_by_name,
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    may: {
      approve: waits && mayDecide && !isOwn && row.is_others,
      withdraw: waits && isOwn,
      reject: waits && mayDecide && !isOwn,
    },
  }
}
