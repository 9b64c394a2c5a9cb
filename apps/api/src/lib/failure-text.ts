import type { PayoutFailure } from '@shirogane/bank/failures'

export const failureWords: Readonly<Record<PayoutFailure, string>> = {
  no_account: '口座なし',
  name_mismatch: '口座名義の相違',
  closed: '口座解約・取引停止',
  not_accepted: '入金取扱不可',
  other: 'その他',
}
