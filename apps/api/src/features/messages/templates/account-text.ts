import { contactUs, mail, type Nothing, sms } from './letter-text.ts'
import { pt } from '../../../lib/amounts-text.ts'
import { momentText } from '../../../lib/dates-text.ts'
import { deviceText } from '../../../lib/device-text.ts'

const undoHow =
  'お心当たりのない場合は、アプリのログイン画面で「パスワードをお忘れの方」から「メールアドレスの変更を取り消す」を選び、取り消し番号を入力してください。メールアドレスが元に戻り、すべての端末でログアウトされます。取り消し番号は他人に教えないでください。'

/** What another person may have changed in the account's name, as mail and SMS tell it. */
const changes = {
  email_changed: {
    subject: 'メールアドレスが変更されました',
    fact: '登録のメールアドレスが変更されました。今後のお知らせは新しいメールアドレスにお送りします。',
  },
  email_restored: {
    subject: 'メールアドレスが元に戻されました',
    fact: 'メールアドレスの変更が取り消され、変更前のメールアドレスに戻されました。すべての端末でログアウトされています。',
  },
  phone_changed: {
    subject: '電話番号が変更されました',
    fact: '登録の電話番号が変更されました。今後の認証コードは新しい電話番号にお送りします。',
  },
  password_changed: {
    subject: 'パスワードが変更されました',
    fact: 'パスワードが変更されました。ほかの端末ではログアウトされています。',
  },
  passkey_added: {
    subject: 'パスキーが登録されました',
    fact: 'アカウントにパスキーが登録されました。登録した端末からパスワードなしでログインできます。',
  },
  session_copied: {
    subject: '安全のためログアウトしました',
    fact: 'ログイン情報が複製されたおそれがあるため、お使いの端末のうち1台をログアウトしました。パスワードの変更をおすすめします。',
  },
} as const
type ChangeName = keyof typeof changes

/** The last line binds the code to our host: phones fill it in there and nowhere else. */
const codeLine = (host: string, code: string): string => `@${host} #${code}`

/** Codes, and what became of an account and its ways in. */
export const accountTemplates = {
  /** Without a code: the number is that of a member, and the person who asked for it learns nothing. */
  verification_code: sms(({ code, host }: { code: string | null; host: string }, brand) =>
    code === null
      ? `【${brand.short}】この電話番号はすでに会員登録されています。アプリからログイン、またはパスワードを再設定してください。お心当たりのない場合、お手続きは不要です。`
      : `【${brand.short}】認証コードは ${code} です。10分以内に入力してください。他人に教えないでください。\n\n${codeLine(host, code)}`,
  ),
  reset_code_sms: sms(
    ({ code, host }: { code: string; host: string }, brand) =>
      `【${brand.short}】パスワード再設定の確認番号は ${code} です。10分以内に入力してください。他人に教えないでください。\n\n${codeLine(host, code)}`,
  ),
  reset_code_mail: mail(({ code }: { code: string }) => ({
    subject: 'パスワード再設定のご案内',
    fact: 'パスワードの再設定を受け付けました。画面に次の確認番号を入力してください。',
    details: [
      ['確認番号', code],
      ['有効期限', 'お手続きから10分間'],
    ],
    next: '確認番号は他人に教えないでください。',
    unexpected: 'お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。',
  })),
  login_code_sms: sms(
    ({ code, host }: { code: string; host: string }, brand) =>
      `【${brand.short}】ログインの確認番号は ${code} です。10分以内に入力してください。他人に教えないでください。\n\n${codeLine(host, code)}`,
  ),
  login_code_mail: mail(({ code }: { code: string }) => ({
    subject: 'ログインの確認番号',
    fact: '新しい端末からのログインを受け付けました。画面に次の確認番号を入力してください。',
    details: [
      ['確認番号', code],
      ['有効期限', '送信から10分間'],
    ],
    next: '確認番号は他人に教えないでください。',
    unexpected:
      'お心当たりのない場合は、パスワードが知られているおそれがあります。アプリの「設定」からパスワードを変更してください。',
  })),
  password_changed: mail((_: Nothing) => ({
    subject: 'パスワードが変更されました',
    fact: 'パスワードが変更されました。すべての端末でログアウトされています。',
    unexpected: contactUs,
  })),
  password_changed_sms: sms(
    (_: Nothing, brand) =>
      `【${brand.short}】パスワードが変更されました。お心当たりのない場合はただちにお問い合わせください。`,
  ),
  sms_failed: mail((_: Nothing) => ({
    subject: 'SMSを送信できませんでした',
    fact: 'ご登録の携帯電話番号にSMSを送信できませんでした。',
    next: '電話番号をご確認のうえ、アプリからもう一度お試しください。店頭での会員確認もご利用いただけます。',
  })),
  registered: mail(({ username, points }: { username: string; points: number }) => ({
    subject: '会員登録が完了しました',
    fact: '会員登録が完了しました。',
    details: [['ユーザー名', username], ...(points > 0 ? [['会員登録特典', pt(points)] as const] : [])],
    next: 'アプリの「QR支払い」でコードを表示すると、お支払いとポイントのご利用ができます。',
    unexpected: contactUs,
  })),
  step_up_code: sms(
    (
      { code, host, action, about }: { code: string; host: string; action: string; about: string | null },
      brand,
    ) =>
      `【${brand.short}】${action}${about === null ? '' : `（末尾${about}）`}の確認番号は ${code} です。10分以内に入力してください。他人に教えないでください。\n\n${codeLine(host, code)}`,
  ),
  email_code: mail(({ code }: { code: string | null }) =>
    code === null
      ? {
          subject: 'メールアドレスについて',
          fact: 'このメールアドレスの確認を受け付けましたが、すでに別の会員登録で確認されているため、登録できません。',
          next: 'ご自身の登録をお忘れの場合は、アプリからログイン、またはパスワードを再設定してください。',
          unexpected: 'お心当たりのない場合は、このメールを破棄してください。会員登録の内容は変わりません。',
          isToAnother: true,
        }
      : {
          subject: 'メールアドレスの確認',
          fact: 'メールアドレスの確認を受け付けました。画面に次の確認番号を入力してください。',
          details: [
            ['確認番号', code],
            ['有効期限', '送信から10分間'],
          ],
          next: '確認番号は他人に教えないでください。',
          unexpected:
            'お心当たりのない場合は、このメールを破棄してください。メールアドレスは登録されません。',
        },
  ),
  account_changed: mail(({ event, undo }: { event: ChangeName; undo?: string | null }) => ({
    subject: changes[event].subject,
    fact: changes[event].fact,
    ...(undo && {
      details: [
        ['取り消し番号', undo],
        ['有効期限', '変更から72時間'],
      ] as const,
    }),
    unexpected: undo ? undoHow : contactUs,
  })),
  account_changed_sms: sms(
    ({ event }: { event: ChangeName }, brand) =>
      `【${brand.short}】${changes[event].subject}。お心当たりのない場合はただちにお問い合わせください。`,
  ),
  new_device: mail(
    ({ device, network, at }: { device: string | null; network: string | null; at: string }) => ({
      subject: '新しい端末からのログインがありました',
      fact: '新しい端末からのログインがありました。',
      details: [
        ['日時', momentText(at)],
        ['端末', deviceText(device)],
        ...(network === null ? [] : [['ネットワーク', network] as const]),
      ],
      next: 'ご本人によるログインの場合、お手続きは不要です。ログイン中の端末は、アプリの「設定」から確認とログアウトができます。',
      unexpected:
        'お心当たりのない場合は、アプリの「設定」でその端末をログアウトさせ、パスワードを変更してください。',
    }),
  ),
  account_closed: mail(({ points }: { points: number }) => ({
    subject: '退会手続きが完了しました',
    fact: '退会手続きが完了しました。ご利用いただきありがとうございました。',
    details: points > 0 ? [['失効したポイント', pt(points)]] : [],
    unexpected: contactUs,
  })),
} as const
