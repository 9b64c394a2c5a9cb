import type { Actor, Context } from '../../../../context.ts'
import { readSettings } from '../../../../db/settings.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { directoryOf } from '../../../transactions/sale/directory.ts'
import { memberName } from '../../../transactions/search/search-rules.ts'
import { presentDebt, presentNote, presentStanding } from '../../../transactions/later/present.ts'
import { maySeeDebts } from '../../../transactions/later/serves.ts'
import {
  findPerson,
  findStanding,
  getToday,
  listDebtsOf,
  listLimits,
  listNotes,
} from '../../../transactions/later/store.ts'

const debtsShown = 50

/** One customer's deferred payments as staff see them: what they may, what they owe, and what was agreed with them. */
export async function showDeferredAccount(
  ctx: Context,
  actor: Actor,
  { params }: Input<'admin.laterAccount'>,
): Promise<Output<'admin.laterAccount'>> {
  const person = await findPerson(ctx.db, params.id)
  if (!person || !(await maySeeDebts(ctx, actor, params.id))) throw new Problem('NOT_FOUND')
  const [standing, debts, notes, granted, held, directory, today] = await Promise.all([
    findStanding(ctx.db, params.id),
    listDebtsOf(ctx.db, params.id, debtsShown),
    listNotes(ctx.db, params.id),
    listLimits(ctx.db, params.id),
    readSettings(ctx.db, ['deferred.limit']),
    directoryOf(ctx),
    getToday(ctx.db),
  ])
  return {
    ...presentStanding(standing!),
    user: { id: person.id, name: memberName(person, true) },
    items: debts.map((debt) => presentDebt(debt, directory, today)),
    notes: notes.map(presentNote),
    limits: granted.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    limit_max: held['deferred.limit'],
  }
}
