import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { addDays, daysBetween } from '../../../lib/days.ts'
import { getLastDay, listCashDays, listChecks, recordListing } from '../../cash/store.ts'

const defaultDays = 7
const daysMax = 31

/** What was written down of large sums in cash, and which days look as if one deal had been split. */
export async function listCashChecks(
  ctx: Context,
  actor: Actor,
  { query, requestId }: Input<'admin.cashChecks'>,
): Promise<Output<'admin.cashChecks'>> {
  const store_id = actor.employee?.store_id ?? null
  const until = query.until ?? (await getLastDay(ctx.db, store_id))
  const from = query.from ?? addDays(until, 1 - defaultDays)
  if (daysBetween(from, until) >= daysMax) throw new Problem('PERIOD_TOO_LONG', { blanks: { n: daysMax } })
  const at = ctx.now()
  await recordListing(ctx.db, {
    id: uuidv7(at),
    at,
    actor_id: actor.user_id,
    object: `${from}..${until}`,
    request_id: requestId,
  })
  const held = await readSettings(ctx.db, ['cash.identity_over', 'cash.watch_over'])
  const identity_over = Math.min(limits.cashIdentityOver, held['cash.identity_over'])
  const watch_over = held['cash.watch_over']
  const period = { from, until, store_id }
  const [checks, days] = await Promise.all([
    listChecks(ctx.db, period),
    listCashDays(ctx.db, period, watch_over),
  ])
  return {
    from,
    until,
    identity_over,
    watch_over,
    checks: checks.map(({ at: checked_at, customer_id, username, suspicious, note, ...row }) => ({
      ...row,
      checked_at: checked_at.toISOString(),
      customer: customer_id === null ? null : { id: customer_id, username: username ?? '' },
      suspicious,
      note,
    })),
    days: days.map(({ customer_id, username, name, ...row }) => ({
      ...row,
      customer: customer_id === null ? null : { id: customer_id, username: username ?? '', name },
    })),
  }
}
