import { type Ceiling, ceilingOf, holds, type Permission } from '@shirogane/contract/wire/rights'
import type { Actor } from '../../context.ts'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/sql.ts'
import { findStoreCeiling } from './store.ts'

/** Whether the caller may do this for such an amount by themselves. Without the right at all: no. */
export async function mayAlone(
  db: Db,
  actor: Actor,
  permission: Permission,
  amount: number,
): Promise<boolean> {
  const employee = actor.employee
  if (!employee || !holds(employee.type, permission)) return false
  const ceiling = ceilingOf(employee.type, permission)
  return ceiling === null || amount <= (await amountOf(db, ceiling, employee.store_id))
}

export async function amountOf(db: Db, ceiling: Ceiling, storeId: string | null): Promise<number> {
  const own = ceiling.of_store === undefined || storeId === null ? null : await findStoreCeiling(db, storeId)
  if (own !== null) return own
  return (await readSettings(db, [ceiling.setting]))[ceiling.setting]
}
