import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { holds } from '@shirogane/contract/wire/rights'
import type { EmployeeType } from '../../context.ts'
import type { MovementMessage } from '@shirogane/ledger'

export function mayChangeUsername(changedAt: Date | null, now: Date, keptDays: number): boolean {
  return changedAt === null || now.getTime() - changedAt.getTime() >= keptDays * 86_400_000
}

/** Points that are good until the end of their last day in Tokyo. */
export function birthdayGift(
  now: Date,
  { points, days }: { points: number; days: number },
): { points: number; expires_at: string; message: MovementMessage } {
  const last = tokyoDate(new Date(now.getTime() + days * 86_400_000))
  return {
    points,
    expires_at: new Date(`${last}T23:59:59+09:00`).toISOString(),
    message: { code: 'birthday_registration', until: last },
  }
}

type Reason = { held: boolean; paid_today: boolean; paid: boolean }

/**
 * Register staff see customers whom they serve now or served today; a manager also those who ever paid at the store.
 */
export function maySeeCustomer(type: EmployeeType, reason: Reason): boolean {
  if (holds(type, 'shops.act')) return true
  if (holds(type, 'customer.read')) return reason.held || reason.paid
  return holds(type, 'sell') && (reason.held || reason.paid_today)
}
