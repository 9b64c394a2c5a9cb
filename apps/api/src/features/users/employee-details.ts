import { permissionsOf } from '@shirogane/contract/permissions'
import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findStoreRow, getOpenDate } from './store.ts'

export async function employeeDetails(ctx: Context, actor: Actor): Promise<Output<'users.employeeDetails'>> {
  const employee = actor.employee
  if (!employee) throw new Problem('FORBIDDEN')
  const [store, business_date] = await Promise.all([
    employee.store_id ? findStoreRow(ctx.db, employee.store_id) : null,
    getOpenDate(ctx.db, employee.store_id),
  ])
  return {
    id: employee.id,
    number: employee.number,
    type: employee.type,
    name: employee.name,
    store_id: employee.store_id,
    store_name: store?.name ?? null,
    store: store && { id: store.id, code: store.code, name: store.name, registers: store.registers },
    business_date,
    permissions: permissionsOf(employee.type),
  }
}
