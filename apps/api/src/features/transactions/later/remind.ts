import type { Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { addDays } from '../../../lib/days.ts'
import { daysToNotify } from '../../expiry/index.ts'
import { enqueueMessages, type NewMessage } from '../../messages/index.ts'
import { recordNotifications } from '../../notifications/index.ts'
import { type Due, listDue, listManagersOf } from './store.ts'

/** Days before the due day, and below zero after it, on which a customer is told. */
const remindDays = [5, 1, -1, -7, -14] as const
const batch = 500

/**
 * Notifies every customer who owes of the day on which it is due, before and after, once for each of these days: in the
 * app and by mail, and by SMS once the day has passed. `last` is the day of the last run, so that a morning without a
 * server leaves no customer without notice; of several that were missed the customer gets the last, which says how it
 * stands. The store is notified of each new debt that is overdue. Answers how many were notified.
 */
export async function remindOfDebts(
  ctx: Context,
  date: string,
  last: string | null,
  hold: () => Promise<void>,
): Promise<number> {
  let notified = 0
  for (const day of daysToNotify(last, date)) {
    for (const [place, days] of remindDays.entries()) {
      const due_on = addDays(day, days)
      const next = remindDays[place + 1]
      const isLast = next === undefined || addDays(due_on, -next) > date
      notified += await remindOfDay(ctx, { due_on, days, isLast }, hold)
    }
  }
  if (notified > 0) {
    ctx.wakePusher()
    ctx.wakeMessenger()
  }
  return notified
}

async function remindOfDay(
  ctx: Context,
  { due_on, days, isLast }: { due_on: string; days: number; isLast: boolean },
  hold: () => Promise<void>,
): Promise<number> {
  let notified = 0
  for (let after: string | null = null; ;) {
    const due: Due[] = await listDue(ctx.db, { due_on, after, limit: batch })
    if (due.length === 0) return notified
    if (isLast) await notify(ctx, due, { due_on, days })
    if (days === -1) await notifyStores(ctx, due, due_on)
    if (isLast) notified += due.length
    after = due.at(-1)!.user_id
    await hold()
  }
}

async function notify(
  ctx: Context,
  due: readonly Due[],
  { due_on, days }: { due_on: string; days: number },
): Promise<void> {
  const at = ctx.now()
  const isLate = days < 0
  const key = (user_id: string) => `later-due:${user_id}:${due_on}:${days}`
  await recordNotifications(
    ctx.db,
    due.map(({ user_id, amount }) => ({
      id: uuidv7(at),
      user_id,
      kind: 'debt_due',
      facts: { due_on, amount, is_late: isLate },
      topic: 'payment',
      dedupe_key: key(user_id),
      transaction_id: null,
      created_at: at,
      can_wait: true,
      path: '/user/later',
    })),
  )
  await enqueueMessages(
    ctx,
    ctx.db,
    due.flatMap(({ user_id, amount, email, phone_number }): NewMessage[] => [
      ...(email === null
        ? []
        : [
            {
              user_id,
              to: email,
              template: 'later_due' as const,
              data: { amount, due_on, is_late: isLate },
              dedupe_key: `${key(user_id)}:mail`,
              can_wait: true,
            },
          ]),
      // Before the day a text would be one too many.
      ...(isLate && phone_number !== null
        ? [
            {
              user_id,
              to: phone_number,
              template: 'later_overdue_sms' as const,
              data: {},
              dedupe_key: `${key(user_id)}:sms`,
              can_wait: true,
            },
          ]
        : []),
    ]),
  )
}

/** Managers hear once of every customer of theirs who is late from this day on. */
async function notifyStores(ctx: Context, due: readonly Due[], due_on: string): Promise<void> {
  const at = ctx.now()
  const managers = await listManagersOf(
    ctx.db,
    due.map(({ user_id }) => user_id),
    due_on,
  )
  await recordNotifications(
    ctx.db,
    managers.map(({ manager_id, store_id, customers, amount }) => ({
      id: uuidv7(at),
      user_id: manager_id,
      kind: 'debts_overdue',
      facts: { customers, amount, due_on },
      topic: 'news',
      dedupe_key: `later-overdue:${manager_id}:${store_id}:${due_on}:${due[0]!.user_id}`,
      transaction_id: null,
      created_at: at,
      path: '/admin/register?mode=later',
    })),
  )
}
