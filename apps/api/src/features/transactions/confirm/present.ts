import type { Confirmation } from '@shirogane/contract/resources/sales/confirmations'
import type { Directory } from '../sale/directory.ts'
import type { ConfirmationRow } from './store.ts'

export function presentConfirmation(
  row: ConfirmationRow,
  { stores }: Pick<Directory, 'stores'>,
): Confirmation {
  const store = stores.get(row.store_id)
  return {
    id: row.id,
    kind: row.kind,
    receiver: row.receiver,
    transaction_id: row.checkout_id,
    state: row.state,
    store: { id: row.store_id, code: store?.code ?? '', name: store?.name ?? '' },
    total: row.total,
    balance: row.balance,
    points: row.points,
    later: row.later,
    due_on: row.due_on,
    expires_at: row.expires_at.toISOString(),
    expires_in: row.expires_in,
  }
}
