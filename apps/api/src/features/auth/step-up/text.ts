import type { StepUpPurpose } from '@shirogane/contract/terms/step-up'

/** The act, as the SMS with its code names it. */
export const purposeNames: Readonly<Record<StepUpPurpose, string>> = {
  payout: '出金',
  payout_method: '受取口座の変更',
  reward: '紹介報酬の受け取り',
  email: 'メールアドレスの変更',
  phone: '電話番号の変更',
  passkey: 'パスキーの登録・削除',
  export: '登録情報のダウンロード',
  delete: '退会',
  convert: 'ポイントの交換',
  pay: 'お支払い',
  till_approval: 'レジでの承認',
  staff: 'スタッフの変更',
  store: '店舗・レジの変更',
  payout_freeze: '出金の停止の解除',
  legal: '規約の公開',
  cashout: '残高の払戻し',
}
