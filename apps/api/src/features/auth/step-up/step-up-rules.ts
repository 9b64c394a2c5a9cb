import type { StepUpMethod, StepUpPurpose } from '@shirogane/contract/terms/step-up'

export type Means = {
  /** A key that has been there for long enough (`keysUntil`). */
  passkeys: boolean
  /** A number that is known to be theirs. */
  phone: boolean
  /** Phone and mail both changed within thirty days: the person who did that may hold both now. */
  movedRecently: boolean
}

/**
 * The password alone is enough where no money leaves for another person, where a customer stands at the register and an
 * SMS may be late, or where the owner has nothing better.
 */
const byPassword: ReadonlySet<StepUpPurpose> = new Set(['export', 'passkey', 'payout', 'reward', 'pay'])
const moneyOut: ReadonlySet<StepUpPurpose> = new Set(['payout', 'payout_method', 'reward'])

const dayMs = 86_400_000
export const recentlyMs = 30 * dayMs

/**
 * Until when a key must have been added to count for this purpose. The password is enough to add one, so on its first day
 * it opens no more than the password does; and where phone and mail have moved, it must have been there before them.
 */
export function keysUntil(purpose: StepUpPurpose, movedRecently: boolean, at: Date): Date {
  const age = movedRecently && moneyOut.has(purpose) ? recentlyMs : byPassword.has(purpose) ? 0 : dayMs
  return new Date(at.getTime() - age)
}

/** How this person may show who they are for this purpose, the best way first. */
export function methodsFor(purpose: StepUpPurpose, means: Means): StepUpMethod[] {
  const methods: StepUpMethod[] = means.passkeys ? ['passkey'] : []
  if (means.movedRecently && moneyOut.has(purpose)) return methods
  if (means.phone) methods.push('otp')
  if (byPassword.has(purpose) || methods.length === 0) methods.push('password')
  return methods
}
