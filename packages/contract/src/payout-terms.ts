/** The words of a payout, without a schema: the screens read them too. */

/** Why a bank did not pay. */
export const payoutFailures = ['no_account', 'name_mismatch', 'closed', 'not_accepted', 'other'] as const
export type PayoutFailure = (typeof payoutFailures)[number]
