import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, Context, EmployeeType } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import { dummyHash, verifyPassword } from './passwords.ts'
import { findEmployeeCredentials } from '../store.ts'
import { countRegisterTry } from '../login/register-tries.ts'

export type CheckedEmployee = { user_id: string; type: EmployeeType }

/**
 * One of the staff proves who they are at a register where a colleague is signed in. A person who is unknown, belongs
 * to another store or errs in the password gets the same answer in the same time. Tries are counted before they are
 * judged, for the one signed in at the register: many names do not help, and a password of fifteen letters bears the
 * tries of many registers.
 */
export async function checkEmployee(
  ctx: Context,
  actor: Actor,
  { employee_id, password }: { employee_id: string; password: string },
): Promise<CheckedEmployee> {
  const found = await findEmployeeCredentials(ctx.db, employee_id)
  const storeId = actor.employee?.store_id ?? null
  const employee = found && (holds(found.type, 'shops.act') || found.store_id === storeId) ? found : null
  const rules = await countRegisterTry(ctx, actor)
  const hash = employee?.password_hash ?? (await dummyHash(ctx.keys.pepper))
  const isRight = await verifyPassword(hash, password, ctx.keys.pepper)
  if (!employee || !isRight) throw new Problem('EMPLOYEE_AUTH_FAILED')
  await ctx.limits.giveBack(...rules)
  return { user_id: employee.user_id, type: employee.type }
}
