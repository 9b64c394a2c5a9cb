import { tokyoDate } from '@shirogane/contract/person'
import type { EmployeeType } from '../../context.ts'
import { pt } from '../../lib/amounts.ts'

const reserved =
  /^(?:admin|administrator|support|official|root|system|staff|info|help|contact|security|owner|manager|register|moderator|webmaster|postmaster|null|undefined|guest|anonymous|tsukishiro\w*|shirogane\w*|e\d{4})$/

/** Names under which somebody would be taken for the house. */
export function isReservedUsername(username: string): boolean {
  return reserved.test(username)
}

export function mayChangeUsername(changedAt: Date | null, now: Date, keptDays: number): boolean {
  return changedAt === null || now.getTime() - changedAt.getTime() >= keptDays * 86_400_000
}

/** Points that are good until the end of their last day in Tokyo. */
export function birthdayGift(
  now: Date,
  { points, days }: { points: number; days: number },
): { points: number; expires_at: Date; message: string } {
  const last = tokyoDate(new Date(now.getTime() + days * 86_400_000))
  const [year, month, day] = last.split('-').map(Number)
  return {
    points,
    expires_at: new Date(`${last}T23:59:59+09:00`),
    message: `生年月日のご登録で${pt(points)}が付与されました（有効期限 ${year}年${month}月${day}日）`,
  }
}

type Reason = { held: boolean; paid_today: boolean; paid: boolean }

/** Till staff see whom they serve now or served today; a manager also whoever ever paid at the store. */
export function maySeeCustomer(type: EmployeeType, reason: Reason): boolean {
  if (type === 'owner') return true
  if (type === 'manager') return reason.held || reason.paid
  return type === 'register' && (reason.held || reason.paid_today)
}
