import { isCorporateHolder, isSameHolder } from '@shirogane/bank/kana'
import type { PayoutRow } from '@shirogane/contract/resources/brand/payouts'
import type { OfficeRow } from './office-store.ts'

type Standing = Pick<
  OfficeRow,
  'is_suspended' | 'kyc_status' | 'is_stopped' | 'owes' | 'is_carried' | 'holder_kana' | 'kyc_name_kana'
>

/**
 * Why nothing can be paid to this member as things stand; null where something can. The ledger knows all of it but the last:
 * how a name reads in the letters of a transfer.
 */
export function heldBy(row: Standing): PayoutRow['held'] {
  if (row.is_suspended) return 'suspended'
  if (row.kyc_status !== 'approved') return 'kyc'
  if (row.is_stopped) return 'stopped'
  if (row.owes) return 'debt'
  if (row.is_carried) return 'carried'
  // A corporation's account was looked at before anything could be asked for.
  return isCorporateHolder(row.holder_kana) || isSameHolder(row.holder_kana, row.kyc_name_kana)
    ? null
    : 'holder'
}
