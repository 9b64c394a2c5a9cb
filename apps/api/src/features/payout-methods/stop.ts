import { showAccount } from '@shirogane/bank/kana'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { tellHeadOffice } from '../notifications/index.ts'
import { findStoppedMethod, recordStop, recordStopped } from './stop-store.ts'
import { tell } from './tell.ts'

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
  await tell(ctx, tx, method, 'stopped', { ...method, id: payout_method_id })
  const account = `${method.bank_name} ${method.branch_name} ${showAccount({ account_type: method.account_type, account_number: method.last3 })}`
  await tellHeadOffice(ctx, tx, [
    {
      key: `payouts-stopped:${payout_method_id}:${at.toISOString()}`,
      title: '受取口座に心当たりがないとの申し出',
      message: `${method.name} 様（${method.username}）の${account}。出金と報酬の受け取りを停止しました。ご本人に連絡し、確認してください。`,
      action: { label: '出金申請を見る', path: '/admin?tab=payouts' },
    },
  ])
}
