import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { Actor, Context } from '../../../../context.ts'
import type { Tx } from '../../../../db/sql.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { isAsSeen } from '../../../../lib/as-seen.ts'
import { countLookup, endSessionsOf, requireStepUp } from '../../../auth/index.ts'
import { recordAct } from '../../../log/index.ts'
import { getStaff } from '../../../staff/get-staff.ts'
import { accountNameOf, isInStore, mayKeep } from '../../../staff/rules.ts'
import {
  endWhatWaits,
  findCustomerId,
  findEmployeeForUpdate,
  isOpenStore,
  updateEmployee,
} from '../../../staff/changes-store.ts'
import { text } from './text.ts'

/**
 * Another name, role or store, an own customer account, or an end and a new beginning. A person whose rights change is
 * signed out everywhere in the same commit: no session outlives the rights that it was opened with.
 */
export async function updateStaff(
  ctx: Context,
  actor: Actor,
  { params, body, requestId, client }: Input<'admin.updateStaff'>,
): Promise<Output<'admin.updateStaff'>> {
  if (typeof body.own_customer === 'string') await countLookup(ctx, actor.user_id, client)
  const ended = await ctx.transact(async (tx) => {
    const before = await findEmployeeForUpdate(tx, params.id)
    if (!before) throw new Problem('NOT_FOUND')
    if (before.user_id === actor.user_id) throw new Problem('STAFF_SELF')
    // A person whom a manager may not manage is not there: neither their colleagues in charge nor other stores.
    if (!mayKeep(actor, { ...before, id: before.user_id })) throw new Problem('NOT_FOUND')
    if (!isAsSeen(body, before)) throw new Problem('CONFLICT')
    const type = body.type ?? before.type
    const store_id = body.store_id === undefined ? before.store_id : body.store_id
    const wanted = {
      ...before,
      type,
      store_id,
      name: body.name ?? before.name,
      active: body.active ?? before.active,
    }
    if (isInStore(type) !== (store_id !== null)) throw new Problem('STAFF_STORE')
    // A person who worked in a shop that was closed keeps it in their record, and can be given another name.
    const comes = store_id !== before.store_id || wanted.active
    if (comes && store_id !== null && !(await isOpenStore(tx, store_id))) throw new Problem('NOT_FOUND')
    if (!mayKeep(actor, { ...wanted, id: wanted.user_id })) throw new Problem('FORBIDDEN')
    // Before an account is looked for: whose number is whose is told only to a person who has just proved who they are.
    await requireStepUp(ctx, tx, actor, 'staff')
    const after = { ...wanted, own_customer_id: await ownCustomerOf(tx, before, body.own_customer) }

    const changed = (['name', 'type', 'store_id', 'active', 'own_customer_id'] as const).filter(
      (key) => before[key] !== after[key],
    )
    if (changed.length === 0) return []
    const at = ctx.now()
    await updateEmployee(tx, after, { by: actor.user_id, at }).catch(asProblem)
    const only = (row: typeof before) => Object.fromEntries(changed.map((key) => [key, row[key]]))
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: actionOf(before, after),
      object: `staff:${before.user_id}`,
      store_id: before.store_id ?? after.store_id,
      before: only(before),
      after: only(after),
    })
    if (changed.every((key) => key === 'name' || key === 'own_customer_id')) return []
    await endWhatWaits(tx, before.user_id)
    return endSessionsOf(tx, { user_id: before.user_id, reason: 'rights_changed', at })
  })
  for (const session of ended) ctx.sessions.forget(session)
  return getStaff(ctx, actor, params.id)
}

/** The account that was typed, none for null, and the one of before where nothing was said. */
async function ownCustomerOf(
  tx: Tx,
  before: { own_customer_id: string | null },
  typed: string | null | undefined,
): Promise<string | null> {
  if (typed === undefined) return before.own_customer_id
  if (typed === null) return null
  const id = await findCustomerId(tx, accountNameOf(typed))
  if (id === null)
    throw new Problem('NOT_FOUND', {
      fields: { own_customer: text.noMember },
    })
  return id
}

function actionOf(before: { active: boolean }, after: { active: boolean }): string {
  if (before.active === after.active) return 'staff.changed'
  return after.active ? 'staff.started' : 'staff.stopped'
}

/** The database has the last word on who keeps whom, also where two decide at once. */
export function asProblem(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (constraint === 'a_shop_is_open') throw new Problem('NOT_FOUND')
  if (constraint === 'employees_own_customer')
    throw new Problem('STAFF_CUSTOMER_TAKEN', {
      fields: { own_customer: sentenceOf('STAFF_CUSTOMER_TAKEN') },
    })
  if (constraint === 'own_account_is_said') throw new Problem('APPROVAL_LINKED')
  if (code === '23514') throw new Problem(constraint === 'an_owner_stays' ? 'STAFF_LAST_OWNER' : 'FORBIDDEN')
  throw error
}
