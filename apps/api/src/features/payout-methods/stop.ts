import { showAccount } from '@shirogane/contract/bank-kana'
import { readUndoCode } from '@shirogane/contract/inputs'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network } from '../../http/rate-limits.ts'
import { tellHeadOffice } from '../notifications/index.ts'
import { stopCodeHash } from './stop-code.ts'
import { findMethod } from './store.ts'
import { findStoppedMethod, recordStop, recordStopped, spendStopCode } from './stop-store.ts'
import { tell } from './tell.ts'

/** Somebody holds a letter about an account that they know nothing of. */
export async function stopByCode(
  ctx: Context,
  _actor: unknown,
  { body, client, requestId }: Input<'payoutMethods.stopByCode'>,
): Promise<undefined> {
  await ctx.limits.spend({ bucket: `payout-stop:${network(client.ip)}`, max: 20, windowSeconds: 3_600 })
  await ctx.transact(async (tx) => {
    const spent = await spendStopCode(tx, stopCodeHash(readUndoCode(body.code) ?? ''), ctx.now())
    if (!spent) throw new Problem('PAYOUT_STOP_INVALID')
    await stopPayouts(ctx, tx, { ...spent, by_letter: true, requestId })
  })
  ctx.nudgeMessenger()
  ctx.nudgePusher()
}

/** A member finds an account among theirs that they know nothing of. Stopping is never held up by a proof. */
export async function stop(
  ctx: Context,
  actor: Actor,
  { params, requestId }: Input<'payoutMethods.stop'>,
): Promise<undefined> {
  const { user_id } = actor
  if (!(await findMethod(ctx.db, user_id, params.id))) throw new Problem('NOT_FOUND')
  await ctx.transact((tx) =>
    stopPayouts(ctx, tx, { user_id, payout_method_id: params.id, by_letter: false, requestId }),
  )
  ctx.nudgeMessenger()
  ctx.nudgePusher()
}

type Wish = { user_id: string; payout_method_id: string; by_letter: boolean; requestId: string }

/** Whoever presses again tells nobody anything new: the desk cannot be flooded. */
async function stopPayouts(
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
