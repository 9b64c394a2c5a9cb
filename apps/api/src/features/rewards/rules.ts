import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Reward } from '@shirogane/contract/resources/members/rewards'
import type { RewardRow } from './store.ts'

const problems: Readonly<Record<string, ErrorCode>> = {
  pending: 'KYC_PENDING',
  rejected: 'KYC_REJECTED',
  blocked: 'KYC_BLOCKED',
}

/** Money leaves for people whom the brand knows, at this very moment: a check that has lapsed counts for nothing. */
export function kycProblem(status: string): ErrorCode | null {
  return status === 'approved' ? null : (problems[status] ?? 'KYC_REQUIRED')
}

/** What the day of a reward had no room for. */
export const cutOf = ({ cut, day_max }: { cut: number; day_max: number | null }): Reward['cut'] =>
  cut > 0 && day_max !== null ? { amount: cut, day_max } : null

/** Of what is left: still pending, to be claimed, or claimed. */
export function statusOf(
  row: Pick<RewardRow, 'amount' | 'reversed' | 'pending' | 'unclaimed'>,
): Reward['status'] {
  if (row.amount === row.reversed) return 'cancelled'
  if (row.pending > 0) return 'pending'
  return row.unclaimed > 0 ? 'confirmed' : 'claimed'
}
