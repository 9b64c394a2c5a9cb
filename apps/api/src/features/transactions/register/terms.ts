import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import type { Output } from '../../../http/operation.ts'
import { discountMaxOf } from '../sale/discounts.ts'
import { findRestore, isFloatCounted } from './register-store.ts'

/** What the clerk at the register may decide alone, and how the register stands. */
export async function registerTerms(
  ctx: Context,
  actor: Actor,
): Promise<Output<'transactions.registerTerms'>> {
  const storeId = actor.employee?.store_id ?? null
  const [discount_max, held, float_counted, restored_at] = await Promise.all([
    discountMaxOf(ctx, actor),
    readSettings(ctx.db, ['register.confirm']),
    storeId === null ? null : isFloatCounted(ctx.db, storeId),
    findRestore(ctx.db, limits.journalDays),
  ])
  return {
    discount_max,
    parked_hours: limits.parkedHours,
    confirm_sale: held['register.confirm'],
    float_counted,
    restored_at: restored_at?.toISOString() ?? null,
  }
}
