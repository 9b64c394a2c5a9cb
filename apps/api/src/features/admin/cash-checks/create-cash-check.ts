import { sentenceOf } from '@shirogane/contract/wire/errors'
import { birthYearMin, isCalendarDate } from '@shirogane/contract/inputs/person'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { maySeeDebts } from '../../transactions/index.ts'
import { findCheck, findHeldCustomer, getShopDay, recordCheck } from '../../cash/store.ts'

/**
 * A customer who pays this much in cash is identified while they stand at the register, and the sale goes on. A member
 * is the one whose code the register holds, whose sale is corrected or whose debt is collected. Only a manager says
 * that something is suspicious, and the customer is not told.
 */
export async function createCashCheck(
  ctx: Context,
  actor: Actor,
  { body }: Input<'admin.createCashCheck'>,
): Promise<Output<'admin.createCashCheck'>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  if (body.suspicious === true && !holds(actor.role, 'cash.suspect')) throw new Problem('FORBIDDEN')
  const day = await getShopDay(ctx.db, store_id)
  if (!day) throw new Problem('FORBIDDEN')
  const { date_of_birth } = body
  if (
    !isCalendarDate(date_of_birth) ||
    Number(date_of_birth.slice(0, 4)) < birthYearMin ||
    date_of_birth > day.business_date
  )
    throw new Problem('DOB_INVALID', { fields: { date_of_birth: sentenceOf('DOB_INVALID') } })
  const { seen: _, user_id, ...known } = body
  if (user_id !== undefined && !(await maySeeDebts(ctx, actor, user_id))) throw new Problem('NOT_FOUND')
  const held = user_id === undefined ? await findHeldCustomer(ctx.db, body.transaction_id, store_id) : null
  const check = {
    ...known,
    document_tail: body.document === 'my_number_card' ? null : body.document_tail,
    store_id,
    register_id: held?.register_id ?? null,
    employee_id: actor.user_id,
    customer_id: user_id ?? held?.customer_id ?? null,
    business_date: day.business_date,
    at: ctx.now(),
  }
  const made = await recordCheck(ctx.db, check).catch(asProblem)
  if (made) return { id: body.id, number: made.number, business_date: day.business_date }
  // The answer was lost, and the same check comes again.
  const earlier = await findCheck(ctx.db, body.id)
  if (!earlier || earlier.employee_id !== actor.user_id || earlier.transaction_id !== body.transaction_id)
    throw new Problem('CONFLICT')
  return { id: body.id, number: earlier.number, business_date: earlier.business_date }
}

function asProblem(error: unknown): never {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'cash_check_method') throw new Problem('KYC_METHOD_CLOSED')
  if (constraint === 'cash_check_by_staff') throw new Problem('SELF_DEALING')
  throw error
}
