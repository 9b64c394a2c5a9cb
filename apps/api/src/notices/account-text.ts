import { type RejectReason } from '@shirogane/contract/inputs/identity'
import { rejectReasons } from '@shirogane/contract/inputs/identity-text'
import { deviceText } from '../lib/device-text.ts'
import { momentText } from '../lib/dates-text.ts'

const simple = (title: string, message: string) => () => ({ title, message })

/** What owners are notified of their accounts, and of how it is known who they are. */
export const accountNotices = {
  passkey_added: simple(
    'パスキーが登録されました',
    'アカウントにパスキーが登録されました。お心当たりのない場合は、ただちにお問い合わせください。',
  ),
  email_changed: simple(
    'メールアドレスが変更されました',
    'メールアドレスが変更されました。お心当たりのない場合は、ただちにお問い合わせください。',
  ),
  email_restored: simple(
    'メールアドレスが元に戻されました',
    'メールアドレスの変更が取り消され、すべての端末でログアウトされました。お心当たりのない場合は、ただちにお問い合わせください。',
  ),
  phone_changed: simple(
    '電話番号が変更されました',
    '電話番号が変更されました。お心当たりのない場合は、ただちにお問い合わせください。',
  ),
  session_copied: simple(
    '安全のためログアウトしました',
    'ログイン情報が複製されたおそれがあるため、お使いの端末のうち1台をログアウトしました。お心当たりのない場合は、パスワードを変更のうえ、お問い合わせください。',
  ),
  password_changed: simple(
    'パスワードが変更されました',
    'パスワードが変更され、ほかの端末はログアウトされました。お心当たりのない場合は、ただちにお問い合わせください。',
  ),
  new_device: ({ at, device }: { at: string; device: string | null }) => ({
    title: '新しい端末からのログインがありました',
    message: `${momentText(at)}に${deviceText(device)}からログインがありました。お心当たりのない場合は、設定の「ログイン中の端末」からログアウトさせ、パスワードを変更してください。`,
  }),
  kyc_received: simple('本人確認の申請を受け付けました', '審査は通常1〜3営業日で完了します。'),
  kyc_approved: simple('本人確認が完了しました', '振込申請や後払いがご利用いただけます。'),
  kyc_rejected: ({ reasons }: { reasons: readonly RejectReason[] }) => ({
    title: '本人確認書類の再提出をお願いします',
    message:
      reasons.length > 0
        ? `理由：${reasons.map((reason) => rejectReasons[reason]).join('、')}`
        : '内容をご確認のうえ、再提出してください。',
  }),
  kyc_expired: simple(
    '本人確認書類の再提出をお願いします',
    '本人確認書類の有効期限が過ぎたため、あらためて本人確認をお願いします。',
  ),
} as const
