import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { findFrozenSince, findLastCheck, findWrongCheck, listFindings, listLifted } from '../books/store.ts'

const liftedMax = 20

/** What the nights found, whether payouts stand still for it, and who let them go on before. */
export async function showBooks(ctx: Context, actor: Actor): Promise<Output<'admin.books'>> {
  const [last, wrong, since, lifted] = await Promise.all([
    findLastCheck(ctx.db),
    findWrongCheck(ctx.db),
    findFrozenSince(ctx.db),
    listLifted(ctx.db, liftedMax),
  ])
  return {
    last: last && { at: last.checked_at.toISOString(), findings: last.findings },
    wrong: wrong && {
      id: wrong.id,
      at: wrong.checked_at.toISOString(),
      findings: wrong.findings,
      items: await listFindings(ctx.db, wrong.id),
    },
    frozen_since: since?.toISOString() ?? null,
    may_lift: since !== null && holds(actor.role, 'books.lift'),
    lifted: lifted.map((row) => ({
      since: row.frozen_at.toISOString(),
      findings: row.findings,
      lifted_at: row.lifted_at.toISOString(),
      lifted_by: row.lifted_by,
      note: row.lift_note,
    })),
  }
}
