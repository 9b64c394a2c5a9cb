/** What stands for or against paying a member, and the account that it would go to. Yen. */
export type PayoutStanding = {
  /** Suspended, or left. */
  is_suspended: boolean
  kyc_status: string
  /** The member knows nothing of an account in their name. */
  is_stopped: boolean
  /** What the member owes the brand. */
  receivable: number
  /** Claimed and not paid out, and what is confirmed: below zero where more came back than was left. */
  reward: number
  reward_confirmed: number
  /** Whose account it is, as its bank writes it, and the member's name on record. */
  holder_kana: string
  kyc_name_kana: string
}

/** Whether an account may be that of a person of this name. */
export type IsHolder = (standing: Pick<PayoutStanding, 'holder_kana' | 'kyc_name_kana'>) => boolean

/**
 * What of a member's claimed rewards is theirs: what was taken back after the claim and is carried forward is not. Below
 * zero what was taken back lies in a payout that is under way.
 */
export function payableReward({
  reward,
  reward_confirmed,
}: Pick<PayoutStanding, 'reward' | 'reward_confirmed'>): number {
  return reward + Math.min(reward_confirmed, 0)
}

/** Why nothing can be paid to this member as things stand, no matter to which account; null where something can. */
export function heldByMember(
  standing: PayoutStanding,
): 'suspended' | 'kyc' | 'stopped' | 'debt' | 'carried' | null {
  if (standing.is_suspended) return 'suspended'
  if (standing.kyc_status !== 'approved') return 'kyc'
  if (standing.is_stopped) return 'stopped'
  if (standing.receivable > 0) return 'debt'
  return payableReward(standing) < 0 ? 'carried' : null
}

/** The same with the account, whose holder must read like the member. */
export function heldBy(
  standing: PayoutStanding,
  isHolder: IsHolder,
): ReturnType<typeof heldByMember> | 'holder' {
  return heldByMember(standing) ?? (isHolder(standing) ? null : 'holder')
}
