import { maskPhone } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../context.ts'
import { pageOf } from '../../http/pages/page.ts'
import type { Input, Output } from '../../http/operation.ts'
import { wantedOf } from '../members/rules.ts'
import { countMembers, type Filter, listMembers } from '../members/store.ts'

/** A manager finds customers who have paid at their own store; others come with their code. */
export async function listUsers(
  ctx: Context,
  actor: Actor,
  { query: { page, limit, q, status } }: Input<'admin.members'>,
): Promise<Output<'admin.members'>> {
  const filter: Filter = {
    wanted: wantedOf(q),
    stopped: status === 'stopped',
    store_id: actor.employee?.store_id ?? null,
  }
  const [rows, counted] = await Promise.all([
    listMembers(ctx.db, filter, (page - 1) * limit, limit + 1),
    countMembers(ctx.db, filter),
  ])
  const items = rows.map(({ suspended_at, phone_number, created_at, ...row }) => ({
    ...row,
    phone_number: phone_number === null ? null : maskPhone(phone_number),
    stopped: suspended_at !== null,
    created_at: created_at.toISOString(),
  }))
  return pageOf(items, { page, limit, counted })
}
