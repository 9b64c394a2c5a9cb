import type { User } from '@shirogane/contract/resources/shapes'

/** As short as a register needs them: beside the keys there is room for a few letters. */
export const kycLabels: Readonly<Record<User['kyc_status'], string>> = {
  none: '本人未確認',
  required: '要本人確認',
  pending: '本人確認中',
  approved: '本人確認済',
  rejected: '書類再提出',
  expired: '要本人再確認',
  blocked: '本人確認不可',
}
