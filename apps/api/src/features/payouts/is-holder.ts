import { isCorporateHolder, isSameHolder } from '@shirogane/bank/kana'
import type { IsHolder } from '@shirogane/domain/payouts/standing'

/** Whether an account is in its member's name, as transfers write it. */
export const isHolder: IsHolder = ({ holder_kana, kyc_name_kana }) =>
  // A corporation's account was looked at before anything could be asked for.
  isCorporateHolder(holder_kana) || isSameHolder(holder_kana, kyc_name_kana)
