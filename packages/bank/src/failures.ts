/** Why a bank did not pay a transfer: the one list, for its file, the ledger and the screens. */
export const payoutFailures = ['no_account', 'name_mismatch', 'closed', 'not_accepted', 'other'] as const
export type PayoutFailure = (typeof payoutFailures)[number]
