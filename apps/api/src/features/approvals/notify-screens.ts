import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { listAble } from './get-approval.ts'
import { type ApprovalRow, recordChange } from './store.ts'

/**
 * The screens of those who may decide and of the one who waits are notified, with the commit that changed the question.
 */
export async function notifyScreens(ctx: Context, tx: Tx, row: ApprovalRow): Promise<void> {
  const able = await listAble(tx, row)
  const people = new Set([row.requested_by.id, ...able.map(({ id }) => id)])
  await recordChange(tx, {
    approval_id: row.id,
    listeners: [...people].map((user_id) => ({ event_id: uuidv7(ctx.now()), user_id })),
    at: ctx.now(),
  })
}
