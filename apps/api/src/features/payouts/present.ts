import type { PayoutBatch, PayoutRow } from '@shirogane/contract/resources/brand/payouts'
import { heldBy } from '@shirogane/domain/payouts/standing'
import { presentPayoutFacts } from '../transactions/index.ts'
import { isHolder } from './is-holder.ts'
import type { BatchRow } from './batch-store.ts'
import type { OfficeRow } from './office-store.ts'

/** `ownCustomerId` is the reader's own member account: staff do not look after their own. */
export function presentRow(row: OfficeRow, ownCustomerId: string | null): PayoutRow {
  const held = heldBy(row, isHolder)
  const { status } = row
  const isOwn = row.user_id === ownCustomerId
  return {
    id: row.id,
    number: row.number,
    reference: row.reference,
    user: { id: row.user_id, username: row.username, name: row.name },
    ...presentPayoutFacts(row),
    requested_at: row.requested_at.toISOString(),
    approved_by: row.approved_by_name,
    exported_by: row.exported_by_name,
    batch: row.batch_id === null ? null : { id: row.batch_id, number: row.batch_number ?? '' },
    settled_at: row.settled_at?.toISOString() ?? null,
    recalled_at: row.recalled_at?.toISOString() ?? null,
    cancel_reason: row.cancel_reason,
    held: ['requested', 'approved'].includes(status) ? held : null,
    may: {
      approve: status === 'requested' && held === null && !isOwn,
      cancel: status === 'requested' || status === 'approved',
      settle: status === 'exported' && !isOwn,
      recall: status === 'paid' && !isOwn,
    },
  }
}

export function presentBatch(row: BatchRow): PayoutBatch {
  return {
    id: row.id,
    number: row.number,
    value_date: row.value_date,
    transfers: row.transfers,
    total: row.total,
    open: row.open,
    paid: row.paid,
    failed: row.failed,
    sha256: row.sha256.toString('hex'),
    exported_by: row.exported_by,
    exported_at: row.exported_at.toISOString(),
  }
}
