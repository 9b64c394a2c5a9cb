import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { notifyHeadOffice } from '../notifications/index.ts'
import { findStoppedMethod, recordStop, recordStopped } from './stop-store.ts'
import { notifyOfMethod } from './notify.ts'

type Wish = { user_id: string; payout_method_id: string; by_letter: boolean; requestId: string }

/** A second press sends no new notice: the desk cannot be flooded. */
export async function stopPayouts(
  ctx: Context,
  tx: Tx,
  { user_id, payout_method_id, by_letter, requestId }: Wish,
): Promise<void> {
  const at = ctx.now()
  if (!(await recordStop(tx, { id: uuidv7(at), user_id, payout_method_id, by_letter }))) return
  const method = (await findStoppedMethod(tx, payout_method_id))!
  await recordStopped(tx, {
    id: uuidv7(at),
    user_id,
    object: `payout_method:${payout_method_id}`,
    request_id: requestId,
    at,
  })
  await notifyOfMethod(ctx, tx, method, 'stopped', { ...method, id: payout_method_id })
  const { name, username, bank_name, branch_name, account_type, last3 } = method
  await notifyHeadOffice(ctx, tx, [
    {
      key: `payouts-stopped:${payout_method_id}:${at.toISOString()}`,
      kind: 'account_denied',
      facts: { name, username, account: { bank_name, branch_name, account_type, tail: last3 } },
      path: '/admin?tab=payouts',
    },
  ])
}
