import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { presentStaff } from './present.ts'
import { findStaff } from './store.ts'

export async function getStaff(ctx: Context, actor: Actor, id: string): Promise<StaffMember> {
  const row = await findStaff(ctx.db, id, actor.user_id, ctx.now())
  if (!row) throw new Problem('NOT_FOUND')
  return presentStaff(row, actor)
}
