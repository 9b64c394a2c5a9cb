import type { SaleContactKind } from '@shirogane/contract/inputs/person'
import { countText } from '../../shared/figures/figures.ts'

export const text = {
  title: '取引の問い合わせ',
  about: (number: string) => `取引番号 ${number} について`,
  kind: '種類',
  kinds: {
    sale_amount: '金額が違う',
    sale_unknown: '身に覚えがない',
    sale_points: 'ポイントが付かない',
    other: 'その他',
  } satisfies Record<SaleContactKind, string>,
  choose: '選択してください',
  kindNeeded: '種類を選択してください',
  message: '内容',
  messageHelper: 'パスワードや認証コードは書かないでください',
  tooShort: '10文字以上で入力してください',
  tooLong: (max: number) => `${countText(max)}文字以内で入力してください`,
  replyTo: (email: string) => `返信先 ${email}`,
  noMail: '返信先のメールアドレスが登録されていません。',
  addMail: 'メールアドレスを登録',
  send: '送信する',
  offline: 'オフラインのため操作できません',
  sent: '送信しました。2営業日以内にメールでご連絡します。',
  sentWithoutMail: '送信しました。2営業日以内にご連絡します。',
  number: '受付番号',
  close: '閉じる',
  leave: '入力した内容を破棄しますか？',
  leaveBody: 'お問い合わせはまだ送信されていません。',
} as const
