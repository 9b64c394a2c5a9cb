import type { AffiliateReason, AffiliateStanding } from '@shirogane/contract/terms/affiliate-words'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { adultAge, ageOn } from '@shirogane/domain/people/age'

/** Without those that are mistaken for each other on paper or said aloud. */
const codeLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
export const codeLength = 8

/** A code for a link, of bytes that cannot be foreseen. */
export function inviteCodeOf(bytes: Uint8Array): string {
  return [...bytes.subarray(0, codeLength)].map((byte) => codeLetters[byte % codeLetters.length]!).join('')
}

export type Candidate = { date_of_birth: string | null; kyc_status: string; verified: boolean }

/** Why a person cannot become an affiliator yet; null where they can. Age is counted on this day in Tokyo. */
export function refusalOf(person: Candidate, today: string): ErrorCode | null {
  if (!person.verified) return 'NOT_VERIFIED'
  if (person.date_of_birth === null) return 'DOB_REQUIRED'
  if (ageOn(person.date_of_birth, today) < adultAge) return 'AGE_RESTRICTED'
  if (person.kyc_status === 'required') return 'KYC_REQUIRED'
  return person.kyc_status === 'blocked' ? 'KYC_BLOCKED' : null
}

/** What two accounts share where one person stands behind both: with these, the invited is not another person. */
const oneself: readonly AffiliateReason[] = ['card', 'bank_account', 'email', 'phone']
export const isOneself = (reasons: readonly AffiliateReason[]): boolean =>
  reasons.some((reason) => oneself.includes(reason))

/**
 * Whether rewards wait until staff have looked. A network alone says nothing: a shop and a carrier have thousands of
 * people behind one address.
 */
export const needsLook = (reasons: readonly AffiliateReason[]): boolean =>
  reasons.some((reason) => reason !== 'network')

/** What may follow what. Void is for good, because what it took back is gone. */
export const mayDecide = (from: AffiliateStanding, to: AffiliateStanding): boolean =>
  from !== 'void' && from !== to
