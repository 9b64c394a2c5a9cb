import { permissionsOf } from '@shirogane/contract/wire/rights'
import type { Actor, Context } from '../../context.ts'
import { readSettings } from '../../db/settings.ts'
import { Answer, type Input, type Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { deviceCookie } from '../../lib/register-device.ts'
import { findStoreRow, getOpenDate } from './store.ts'

/** Who works here, and at which registers. A browser that is a register keeps its secret for as long again. */
export async function employeeDetails(
  ctx: Context,
  actor: Actor,
  { client }: Input<'users.employeeDetails'>,
): Promise<Answer<Output<'users.employeeDetails'>>> {
  const employee = actor.employee
  if (!employee) throw new Problem('FORBIDDEN')
  const [store, business_date, settings] = await Promise.all([
    employee.store_id ? findStoreRow(ctx.db, employee.store_id) : null,
    getOpenDate(ctx.db, employee.store_id),
    readSettings(ctx.db, ['registers.enrolled_only']),
  ])
  const isBound = settings['registers.enrolled_only']
  const { device } = employee
  const own = store?.registers.filter(({ id }) => id === device?.register_id) ?? []
  const output = {
    id: employee.id,
    number: employee.number,
    type: employee.type,
    name: employee.name,
    store_id: employee.store_id,
    store_name: store?.name ?? null,
    store: store && {
      id: store.id,
      code: store.code,
      name: store.name,
      registers: isBound && own.length > 0 ? own : store.registers,
      needs_device: isBound && own.length === 0,
    },
    business_date,
    permissions: permissionsOf(employee.type),
  }
  const isRegister = device !== null && client.registerCookie !== null
  return new Answer(output, { cookies: isRegister ? [deviceCookie(client.registerCookie)] : [] })
}
