import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../../../context.ts'
import { readSettings } from '../../../../db/settings.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { directoryOf } from '../../sale/directory.ts'
import { memberName } from '../../search/search-rules.ts'
import { presentDebt, presentDebtor } from '../../later/present.ts'
import { maySeeDebts } from '../../later/serves.ts'
import { getToday, listDebtors, listOpenDebts, sumDebts, sumToday } from '../../later/store.ts'

const debtorsMax = 500

/** Who owes what for how long. A store sees its own customers; one of another store's only while it serves them. */
export async function listDeferred(
  ctx: Context,
  actor: Actor,
  { query }: Input<'transactions.laterList'>,
): Promise<Output<'transactions.laterList'>> {
  const own = actor.employee?.store_id ?? null
  if (own !== null && query.store_id !== undefined && query.store_id !== own) throw new Problem('NOT_FOUND')
  const store_id = own ?? query.store_id ?? null
  const user_id = query.user_id ?? null
  if (user_id !== null && !(await maySeeDebts(ctx, actor, user_id))) throw new Problem('NOT_FOUND')

  const directory = await directoryOf(ctx)
  if (store_id !== null && !directory.stores.has(store_id)) throw new Problem('NOT_FOUND')
  // One person is shown wherever they owe: a debt is paid at any store.
  const asked = { store_id: user_id === null ? store_id : null, user_id }
  const today = await getToday(ctx.db)
  const [debtors, sums, day, terms] = await Promise.all([
    listDebtors(ctx.db, { ...asked, limit: debtorsMax }),
    sumDebts(ctx.db, { ...asked, today }),
    store_id === null ? null : sumToday(ctx.db, store_id),
    readSettings(ctx.db, ['deferred.write_off_days']),
  ])
  const rows = await listOpenDebts(
    ctx.db,
    debtors.map(({ id }) => id),
  )
  const mayReadNames = holds(actor.role, 'later.limit') || user_id !== null
  const { customers, ...ageing } = sums
  const overdue = ageing.late_30 + ageing.late_60 + ageing.late_more
  return {
    items: debtors.map((debtor) =>
      presentDebtor(
        debtor,
        rows
          .filter(({ customer_id }) => customer_id === debtor.id)
          .map((row) => presentDebt(row, directory, today)),
        { name: memberName(debtor, mayReadNames), store_id },
      ),
    ),
    sums: { total: ageing.not_due + overdue, overdue, customers, ageing },
    today: day,
    write_off_days: terms['deferred.write_off_days'],
  }
}
