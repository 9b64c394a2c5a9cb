import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { stampYen } from '@shirogane/receipt/document/stamp'
import { directoryOf, mayReadNames, memberName } from '../../../transactions/index.ts'
import {
  personOf,
  presentClose,
  presentCorrection,
  presentFigures,
  presentMove,
  presentReversal,
} from '../../../days/present.ts'
import { wholeCash } from '../../../days/rules.ts'
import {
  computeDay,
  countFormal,
  findEarlierOpenDay,
  findFloat,
  getCurrentDate,
  getStanding,
  listBlockers,
  listClosesOfDay,
  listCorrections,
  listMoves,
  listPrinted,
  listReversals,
  type StoreRow,
} from '../../../days/store.ts'
import { approvalFrom, getStore } from '../../../days/whose.ts'

/** The day as it stands, or as it was when it was closed. Nothing changes by looking. */
export async function showDay(
  ctx: Context,
  actor: Actor,
  { query }: Input<'admin.day'>,
): Promise<Output<'admin.day'>> {
  const store = await getStore(ctx, actor, query.store_id)
  return getDay(ctx, actor, store, query.date ?? null)
}

export async function getDay(
  ctx: Context,
  actor: Actor,
  store: StoreRow,
  asked: string | null,
): Promise<ShopDay> {
  const current = await getCurrentDate(ctx.db, store.id)
  const date = asked ?? current.date
  const [
    closes,
    float,
    moves,
    reversals,
    corrections,
    printed,
    formal,
    blockers,
    earlier_open,
    approval,
    standing_of,
    { employees, stores },
  ] = await Promise.all([
    listClosesOfDay(ctx.db, store.id, date),
    findFloat(ctx.db, store.id, date),
    listMoves(ctx.db, store.id, date),
    listReversals(ctx.db, store.id, date),
    listCorrections(ctx.db, store.id, date),
    listPrinted(ctx.db, store.id, date),
    countFormal(ctx.db, store.id, date),
    listBlockers(ctx.db, store.id),
    findEarlierOpenDay(ctx.db, store.id, date),
    approvalFrom(ctx, actor),
    getStanding(ctx.db, store.id, date),
    directoryOf(ctx),
  ])
  const stamps = printed.map(({ cash }) => stampYen(cash)).filter((yen) => yen > 0)
  const [last] = closes
  const standing = last && last.reopened_at === null ? last : null
  const day = standing ? standing.report : await computeDay(ctx.db, store.id, date)
  return {
    store: { id: store.id, code: store.code, name: store.name },
    stores: [...stores.values()]
      .filter(({ id }) => actor.employee?.store_id === null || id === actor.employee?.store_id)
      .map(({ id, code, name }) => ({ id, code, name })),
    date,
    status: standing ? 'closed' : last ? 'reopened' : 'open',
    current_date: current.date,
    as_of: (standing?.closed_at ?? current.at).toISOString(),
    figures: presentFigures(day, employees),
    cash: wholeCash(day.cash),
    opened: float && {
      counts: float.counts,
      counted: float.counted,
      employee: personOf(employees, float.employee_id),
      at: float.counted_at.toISOString(),
    },
    moves: moves.map((move) => presentMove(move, employees)),
    reversals: reversals.map((row) => presentReversal(row, employees)),
    corrections: corrections.map((row) => presentCorrection(row, employees)),
    papers: {
      printed: printed.length,
      formal,
      stamps: { count: stamps.length, total: stamps.reduce((sum, yen) => sum + yen, 0) },
    },
    blockers: standing
      ? []
      : blockers.map(({ id, kind, name, customer, since }) => ({
          id,
          kind,
          name: customer ? memberName(customer, mayReadNames(actor)) : name,
          since: since.toISOString(),
        })),
    earlier_open: standing ? null : earlier_open,
    closes: closes.map((row) => presentClose(row, employees)),
    later_open: { customers: standing_of.customers, total: standing_of.owed },
    closes_with_difference: standing_of.differing,
    approval_from: approval,
  }
}
