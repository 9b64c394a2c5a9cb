import { adultAge, ageOn } from '../people/age.ts'

/** What a member may charge: yen, as the brand has set it. */
type ChargeLimits = {
  topup_min: number
  topup_max: number
  /** What a member may hold as balance. */
  balance_max: number
  topup_minor_month_max: number
}

/** The member whose balance is charged, and what they have charged before. Yen, and dates of Japan. */
export type ChargedMember = {
  today: string
  date_of_birth: string | null
  balance: number
  /** Charges by card that are under way: they count as if they had arrived, or many at once would pass every limit. */
  pending: number
  /** Charged since the first of the month; what was taken back does not count. */
  charged_month: number
  limits: ChargeLimits
}

type LimitRefusal = { code: 'TOPUP_RANGE' | 'TOPUP_MINOR_LIMIT' | 'BALANCE_LIMIT'; n: number; m?: number }

export function refuseRange({ limits }: ChargedMember, amount: number): LimitRefusal | null {
  const { topup_min, topup_max } = limits
  if (amount >= topup_min && amount <= topup_max) return null
  return { code: 'TOPUP_RANGE', n: topup_min, m: topup_max }
}

/** Young people have a limit of their own for a month. */
export function refuseMinor(member: ChargedMember, amount: number): LimitRefusal | null {
  const { date_of_birth, today, pending, charged_month } = member
  const max = member.limits.topup_minor_month_max
  const isMinor = date_of_birth !== null && ageOn(date_of_birth, today) < adultAge
  return isMinor && amount + pending + charged_month > max ? { code: 'TOPUP_MINOR_LIMIT', n: max } : null
}

export function refuseBalance(
  { balance, pending, limits }: ChargedMember,
  amount: number,
): LimitRefusal | null {
  return balance + pending + amount > limits.balance_max
    ? { code: 'BALANCE_LIMIT', n: limits.balance_max }
    : null
}
