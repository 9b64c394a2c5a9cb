import type { Transaction, TransactionDetails } from '@shirogane/contract/resources/shapes'
import type { TransactionRow } from '@shirogane/ledger'
import type { Context } from '../../../context.ts'
import type { Directory } from '../sale/directory.ts'
import { presentPayment, presentState } from './present.ts'
import { getToday, listDebtStates, listPaymentsOfSale, listSalesOfPayment } from './store.ts'

/** How the debts of these sales stand, by sale; nothing is asked where nothing was deferred. */
export async function statesOf(
  ctx: Context,
  rows: readonly TransactionRow[],
): Promise<Map<string, NonNullable<Transaction['later']>>> {
  const deferred = rows.filter(({ kind, tender_later }) => kind === 'payment' && tender_later > 0)
  if (deferred.length === 0) return new Map()
  const [states, today] = await Promise.all([
    listDebtStates(
      ctx.db,
      deferred.map(({ id }) => id),
    ),
    getToday(ctx.db),
  ])
  return new Map(states.map((state) => [state.sale_id, presentState(state, today)!]))
}

/** How a debt was paid, or what a collection paid. */
export async function paymentsOf(
  ctx: Context,
  row: TransactionRow,
  directory: Directory,
): Promise<TransactionDetails['later_payments']> {
  const rows =
    row.kind === 'later_payment'
      ? await listSalesOfPayment(ctx.db, row.id)
      : row.kind === 'payment' && row.tender_later > 0
        ? await listPaymentsOfSale(ctx.db, row.id)
        : []
  return rows.map((payment) => presentPayment(payment, directory))
}
