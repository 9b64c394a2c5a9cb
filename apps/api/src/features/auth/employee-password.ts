import type { Actor, Context, EmployeeType } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { dummyHash, verifyPassword } from './passwords.ts'
import { findEmployeeCredentials } from './store.ts'
import { countTillTry } from './till-tries.ts'

export type CheckedEmployee = { user_id: string; type: EmployeeType }

/**
 * Somebody of the staff shows who they are at a register where another one is signed in. Whoever is not known, belongs to
 * another store or errs in the password gets the same answer in the same time. Tries are counted before they are judged,
 * for the person who is named and for the one at the register, so that neither many names nor many registers help.
 */
export async function checkEmployee(
  ctx: Context,
  actor: Actor,
  { employee_id, password }: { employee_id: string; password: string },
): Promise<CheckedEmployee> {
  const found = await findEmployeeCredentials(ctx.db, employee_id)
  const storeId = actor.employee?.store_id ?? null
  const employee = found && (found.type === 'owner' || found.store_id === storeId) ? found : null
  const named = ctx.keys.nameOf('login', found?.user_id ?? employee_id.toLowerCase())
  const rules = await countTillTry(ctx, actor, named)
  const hash = employee?.password_hash ?? (await dummyHash(ctx.keys.pepper))
  const isRight = await verifyPassword(hash, password, ctx.keys.pepper)
  if (!employee || !isRight) throw new Problem('EMPLOYEE_AUTH_FAILED')
  await ctx.limits.giveBack(...rules)
  return { user_id: employee.user_id, type: employee.type }
}
