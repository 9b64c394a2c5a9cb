import { showAccount } from '@shirogane/contract/bank-kana'
import { receiptTime } from '@shirogane/contract/receipt-words'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessage } from '../messages/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import type { MethodRow } from './store.ts'

const titles = {
  added: '受取口座が登録されました',
  changed: '受取口座が変更されました',
  main: 'メインの受取口座が変更されました',
  removed: '受取口座が削除されました',
  approved: '受取口座の確認が完了しました',
  refused: '受取口座を確認できませんでした',
} as const
export type MethodEvent = keyof typeof titles

type Owner = { user_id: string; email: string | null; phone_number: string | null }
type Named = Pick<MethodRow, 'bank_name' | 'branch_name' | 'account_type' | 'last3' | 'usable_from'>

/**
 * Tells the owner on every channel that there is, in the commit of the change: whoever added an account of their own in
 * somebody's name cannot keep the news from them, and there is a day to answer in.
 */
export async function tell(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  owner: Owner,
  event: MethodEvent,
  method: Named,
  reason: string | null = null,
): Promise<void> {
  const at = ctx.now()
  const id = uuidv7(at)
  const account = `${method.bank_name} ${method.branch_name} ${showAccount({ account_type: method.account_type, account_number: method.last3 })}`
  const usable_from =
    event === 'added' || event === 'changed' || event === 'approved'
      ? receiptTime(method.usable_from.toISOString())
      : null
  const wait = usable_from === null ? '' : `この口座へ出金できるのは${usable_from}からです。`
  const dedupe_key = `payout-method:${event}:${id}`
  await recordNotifications(tx, [
    {
      id,
      user_id: owner.user_id,
      title: titles[event],
      message: `${account}。${reason === null ? '' : `理由：${reason}。`}${wait}お心当たりのない場合は、ただちにお問い合わせください。`,
      topic: 'security',
      dedupe_key,
      transaction_id: null,
      created_at: at,
    },
  ])
  const data = { title: titles[event], account, usable_from, reason }
  if (owner.email) {
    await enqueueMessage(ctx, tx, {
      user_id: owner.user_id,
      to: owner.email,
      template: 'payout_method',
      data,
      dedupe_key: `${dedupe_key}:mail`,
    })
  }
  if (owner.phone_number) {
    await enqueueMessage(ctx, tx, {
      user_id: owner.user_id,
      to: owner.phone_number,
      template: 'payout_method_sms',
      data,
      dedupe_key: `${dedupe_key}:sms`,
    })
  }
}
