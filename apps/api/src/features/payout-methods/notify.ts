import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessage } from '../messages/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import { issueStopCode } from './stop-code.ts'
import type { MethodRow } from './store.ts'
import type { MethodEvent } from '../../notices/payouts-text.ts'

type Owner = { user_id: string; email: string | null; phone_number: string | null }
type Named = Pick<MethodRow, 'id' | 'bank_name' | 'branch_name' | 'account_type' | 'last3' | 'usable_from'>

/** What another person may have done in the owner's name: its letters carry the number that stops everything. */
const stoppable: readonly MethodEvent[] = ['added', 'changed', 'main', 'removed']
/**
 * Notifies the owner on every channel that there is, in the commit of the change: a thief who added an account of their
 * own in the owner's name cannot keep the news from them, and there is a day to answer in.
 */
export async function notifyOfMethod(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  owner: Owner,
  event: MethodEvent,
  method: Named,
  reason: string | null = null,
): Promise<void> {
  const at = ctx.now()
  const id = uuidv7(at)
  const { bank_name, branch_name, account_type, last3 } = method
  const usable_from =
    event === 'added' || event === 'changed' || event === 'approved' ? method.usable_from.toISOString() : null
  const dedupe_key = `payout-method:${event}:${id}`
  const stop = stoppable.includes(event)
    ? await issueStopCode(ctx, tx, { user_id: owner.user_id, payout_method_id: method.id })
    : null
  const facts = { event, account: { bank_name, branch_name, account_type, tail: last3 }, usable_from, reason }
  await recordNotifications(tx, [
    {
      id,
      user_id: owner.user_id,
      kind: 'payout_method',
      facts: { ...facts, can_stop: stop !== null },
      topic: 'security',
      ...(stop !== null && { path: stopPath(event, method.id) }),
      dedupe_key,
      transaction_id: null,
      created_at: at,
    },
  ])
  const data = { ...facts, stop }
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
