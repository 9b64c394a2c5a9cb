import { showAccount } from '@shirogane/bank/kana'
import { receiptTime } from '@shirogane/receipt/words'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessage } from '../messages/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import { issueStopCode } from './stop-code.ts'
import type { MethodRow } from './store.ts'

const titles = {
  added: '受取口座が登録されました',
  changed: '受取口座が変更されました',
  main: 'メインの受取口座が変更されました',
  removed: '受取口座が削除されました',
  approved: '受取口座の確認が完了しました',
  refused: '受取口座を確認できませんでした',
  stopped: '出金を停止しました',
  resumed: '出金を再開しました',
} as const
export type MethodEvent = keyof typeof titles

type Owner = { user_id: string; email: string | null; phone_number: string | null }
type Named = Pick<MethodRow, 'id' | 'bank_name' | 'branch_name' | 'account_type' | 'last3' | 'usable_from'>

/** What another person may have done in the owner's name: its letters carry the number that stops everything. */
const stoppable: readonly MethodEvent[] = ['added', 'changed', 'main', 'removed']
const words: Partial<Record<MethodEvent, string>> = {
  stopped:
    'お申し出により、出金と報酬の受け取りを停止しました。担当者が確認のうえ、ご連絡いたします。パスワードの変更をおすすめします。',
  resumed: '出金と報酬の受け取りを再開しました。停止した口座は、登録し直すまでご利用いただけません。',
}

/**
 * Notifies the owner on every channel that there is, in the commit of the change: a thief who added an account of their
 * own in the owner's name cannot keep the news from them, and there is a day to answer in.
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
  const stop = stoppable.includes(event)
    ? await issueStopCode(ctx, tx, { user_id: owner.user_id, payout_method_id: method.id })
    : null
  const fact = words[event]
  const advice =
    stop === null
      ? 'お心当たりのない場合は、ただちにお問い合わせください。'
      : 'お心当たりのない場合は、ただちに出金を停止してください。'
  await recordNotifications(tx, [
    {
      id,
      user_id: owner.user_id,
      title: titles[event],
      message:
        fact === undefined
          ? `${account}。${reason === null ? '' : `理由：${reason}。`}${wait}${advice}`
          : `${account}。${fact}`,
      topic: 'security',
      ...(stop !== null && { action: { label: '出金を停止する', path: stopPath(event, method.id) } }),
      dedupe_key,
      transaction_id: null,
      created_at: at,
    },
  ])
  const data = { title: titles[event], fact: fact ?? null, account, usable_from, reason, stop }
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

/** Where one press stops it: beside the account, or by the letter's number where the account is gone. */
const stopPath = (event: MethodEvent, id: string): string =>
  event === 'removed' ? '/auth/forgot?step=stop' : `/payout-method/${id}/id?sheet=stop`
