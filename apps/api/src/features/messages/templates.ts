import {
  dueWord,
  receiptDay,
  receiptSubtitles,
  receiptTitles,
  reissueMark,
} from '@shirogane/contract/receipt-words'
import type { ReceiptContent } from '@shirogane/contract/receipts'
import { billOf, type PaidBill, pt, receiptDetails, type RefundedBill, refundedBillOf, yen } from './bills.ts'

/** What stands around every text: the brand as the settings have it. */
export type Brand = {
  /** In the brackets of every subject. */
  short: string
  company: string
  /** Postcode and address in one line. */
  address: string
  /** Where customers ask; each only where it is set. */
  phone: string | null
  email: string | null
}

/** Whom a mail greets. */
export type Reader = {
  /** The name before 様; null greets nobody, for people whom we do not know. */
  addressee: string | null
  /** Whoever works here is thanked for no custom, and asks head office. */
  is_staff: boolean
}

type Letter = {
  /** At most thirty letters together with the brand in front. */
  subject: string
  fact: string
  /** One line each: item and value. */
  details?: readonly (readonly [item: string, value: string])[]
  /** What to do now, where there is something to do. */
  next?: string
  /** For acts that somebody else could have done in this person's name. */
  unexpected?: string
}

type Mail<Data> = { readonly channel: 'mail'; write(data: Data): Letter }
type Sms<Data> = { readonly channel: 'sms'; write(data: Data, brand: Brand): string }

const mail = <Data>(write: (data: Data) => Letter): Mail<Data> => ({ channel: 'mail', write })
const sms = <Data>(write: (data: Data, brand: Brand) => string): Sms<Data> => ({ channel: 'sms', write })

type Nothing = Record<string, never>

const contactUs = 'お心当たりのない場合は、ただちにお問い合わせ窓口までご連絡ください。'
const contactUsAnyTime = 'お心当たりのない場合は、お問い合わせ窓口までご連絡ください。'
const contactHeadOffice = 'お心当たりのない場合は、ただちに本部までご連絡ください。'

const undoHow =
  'お心当たりのない場合は、アプリのログイン画面で「パスワードをお忘れの方」から「メールアドレスの変更を取り消す」を選び、取り消し番号を入力してください。メールアドレスが元に戻り、すべての端末でログアウトされます。取り消し番号は他人に教えないでください。'

const stopHow =
  'お心当たりのない場合は、アプリのログイン画面で「パスワードをお忘れの方」から「出金を停止する」を選び、停止番号を入力してください。出金と報酬の受け取りが止まり、当社の担当者が確認します。停止番号は他人に教えないでください。'

/** What somebody may have changed in a person's name, as mail and SMS tell it. */
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

/** What a mail about a payout tells of it. */
type PayoutTold = {
  number: string
  amount: number
  fee: number
  withheld?: number
  account: string
  value_date: string
  reason: string | null
}

const payoutDetails = ({ number, amount, fee, withheld = 0, account }: PayoutTold): [string, string][] => [
  ['取引番号', number],
  ['申請額', yen(amount)],
  ...(fee > 0 ? ([['手数料', yen(fee)]] as [string, string][]) : []),
  ...(withheld > 0 ? ([['源泉徴収税額', yen(withheld)]] as [string, string][]) : []),
  ['振込額', yen(amount - fee - withheld)],
  ['振込先', account],
]

/** 2026年12月21日 */
const dateText = (date: string): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return `${year}年${month}月${day}日`
}

function subtitleOf(kind: ReceiptContent['kind']): string {
  const subtitle = receiptSubtitles[kind]
  return subtitle === null ? '' : `（${subtitle}）`
}

type Charge = { number: string; at: string; charged: number; balance: number | null }

/** The last line binds the code to our host: phones fill it in there and nowhere else. */
const codeLine = (host: string, code: string): string => `@${host} #${code}`

/**
 * Every mail and SMS, by name. No address of a page stands in them, so that nobody learns to tap one; a code alone
 * opens nothing on another host. Money and a full name never share an SMS.
 */
export const templates = {
  verification_code: sms(
    ({ code, host }: { code: string; host: string }, brand) =>
      `【${brand.short}】認証コードは ${code} です。10分以内に入力してください。他人に教えないでください。\n\n${codeLine(host, code)}`,
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
  sms_unconfirmed: mail((pause: { title: string; message: string; asked: number; confirmed: number }) => ({
    subject: pause.title,
    fact: pause.message,
    details: [
      ['送信した番号', `${pause.asked}件`],
      ['確認された番号', `${pause.confirmed}件`],
    ],
    next: '送信の停止は1時間で自動的に解除されます。続く場合は、SMSの配信事業者へご連絡ください。',
  })),
  registered: mail(({ username, points }: { username: string; points: number }) => ({
    subject: '会員登録が完了しました',
    fact: '会員登録が完了しました。',
    details: [
      ['ユーザー名', username],
      ...(points > 0 ? [['会員登録特典', `${points.toLocaleString('ja-JP')}pt`] as const] : []),
    ],
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
  email_code: mail(({ code }: { code: string }) => ({
    subject: 'メールアドレスの確認',
    fact: 'メールアドレスの確認を受け付けました。画面に次の確認番号を入力してください。',
    details: [
      ['確認番号', code],
      ['有効期限', '送信から10分間'],
    ],
    next: '確認番号は他人に教えないでください。',
    unexpected: 'お心当たりのない場合は、このメールを破棄してください。メールアドレスは登録されません。',
  })),
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
  payout_method: mail(
    ({
      title,
      fact = null,
      account,
      usable_from,
      reason = null,
      stop = null,
    }: {
      title: string
      fact?: string | null
      account: string
      usable_from: string | null
      reason?: string | null
      stop?: string | null
    }) => ({
      subject: title,
      fact: fact ?? `${title}。`,
      details: [
        ['受取口座', account],
        ...(usable_from === null ? [] : [['出金できる日時', `${usable_from}以降`] as const]),
        ...(reason === null ? [] : [['理由', reason] as const]),
        ...(stop === null
          ? []
          : ([
              ['停止番号', stop],
              ['停止番号の有効期限', '変更から72時間'],
            ] as const)),
      ],
      unexpected: stop === null ? contactUs : stopHow,
    }),
  ),
  payout_method_sms: sms(
    ({ title, account, stop = null }: { title: string; account: string; stop?: string | null }, brand) =>
      `【${brand.short}】${title}（${account}）。お心当たりのない場合は${stop === null ? 'ただちにお問い合わせください。' : `、ログイン画面の「パスワードをお忘れの方」から出金を停止してください。停止番号 ${stop}`}`,
  ),
  new_device: mail(({ device, network, at }: { device: string; network: string | null; at: string }) => ({
    subject: '新しい端末からのログインがありました',
    fact: '新しい端末からのログインがありました。',
    details: [
      ['日時', at],
      ['端末', device],
      ...(network === null ? [] : [['ネットワーク', network] as const]),
    ],
    next: 'ご本人によるログインの場合、お手続きは不要です。ログイン中の端末は、アプリの「設定」から確認とログアウトができます。',
    unexpected:
      'お心当たりのない場合は、アプリの「設定」でその端末をログアウトさせ、パスワードを変更してください。',
  })),
  payment_completed: mail((paid: PaidBill) => ({
    subject: paid.later ? '後払いを承りました' : 'お支払いが完了しました',
    fact: !paid.later
      ? '下記のお支払いが完了しました。'
      : paid.tenders.length > 1
        ? '下記のお支払いと後払いを承りました。'
        : '下記の後払いを承りました。',
    details: billOf(paid),
    next: '明細はアプリの「残高」からご確認いただけます。',
  })),
  receipt: mail(({ content, copy, voided }: { content: ReceiptContent; copy: number; voided: boolean }) => ({
    subject: `${receiptTitles[content.kind]}をお送りします`,
    fact: [
      `${receiptTitles[content.kind]}${subtitleOf(content.kind)}をお送りします。`,
      ...(voided ? ['このお取引は取消済みです。'] : []),
      ...(copy > 1 ? [reissueMark(copy)] : []),
    ].join(''),
    details: receiptDetails(content),
    next: 'このメールは大切に保管してください。',
  })),
  refund_completed: mail((refunded: RefundedBill) => ({
    subject: refunded.debt_alone ? '返品を承りました' : '返金が完了しました',
    fact: `${refunded.debt_alone ? '返品を承りました' : '返金が完了しました'}：${refunded.message}`,
    details: refundedBillOf(refunded),
    next: '明細はアプリの「残高」からご確認いただけます。',
  })),
  charge_completed: mail(({ number, at, charged, balance }: Charge) => ({
    subject: 'チャージが完了しました',
    fact: 'チャージが完了しました。',
    details: [
      ['取引番号', number],
      ['日時', at],
      ['チャージ額', yen(charged)],
      ...(balance === null ? [] : [['チャージ後の残高', yen(balance)] as const]),
    ],
    next: '明細はアプリの「残高」からご確認いただけます。',
  })),
  charge_failed: mail(({ amount, card, reason }: { amount: number; card: string; reason: string }) => ({
    subject: 'チャージできませんでした',
    fact: 'チャージは完了していません。代金は請求されません。',
    details: [
      ['チャージ額', yen(amount)],
      ['カード', card],
      ['理由', reason],
    ],
    next: 'アプリの「チャージ」から、もう一度お試しいただけます。',
  })),
  level_raised: mail(({ level }: { level: string }) => ({
    subject: 'ランクが上がりました！',
    fact: `ご利用いただき、ありがとうございます。${level}ランクになりました。`,
    next: 'ランクの特典は、アプリのホームからご確認いただけます。',
  })),
  points_ending: mail(({ points, ends_on }: { points: number; ends_on: string }) => ({
    subject: 'ポイントの有効期限が近づいています',
    fact: '有効期限が近づいているポイントがあります。',
    details: [
      ['失効するポイント', pt(points)],
      ['有効期限', dateText(ends_on)],
    ],
    next: 'お店でのお支払いにご利用いただけます。明細はアプリの「残高」からご確認いただけます。',
  })),
  later_due: mail(({ amount, due_on, is_late }: { amount: number; due_on: string; is_late: boolean }) => ({
    subject: is_late ? '後払いのお支払期日を過ぎています' : '後払いのお支払期日が近づいています',
    fact: is_late
      ? '後払いのお支払いを確認できていません。お支払期日を過ぎています。'
      : '後払いのお支払期日が近づいています。',
    details: [
      [dueWord, receiptDay(due_on)],
      ['お支払い金額', yen(amount)],
    ],
    next: 'アプリの「後払い」から残高でお支払いいただけるほか、店頭で現金・カードでもお支払いいただけます。行き違いでお支払い済みの場合はご容赦ください。',
  })),
  later_overdue_sms: sms(
    (_: Nothing, brand) =>
      `【${brand.short}】後払いのお支払期日を過ぎています。アプリまたは店頭でお支払いください。行き違いの場合はご容赦ください。`,
  ),
  prepaid_alert: mail(
    ({ fact, details }: { fact: string; details: readonly (readonly [item: string, value: string])[] }) => ({
      subject: '前払残高のお知らせ',
      fact,
      details,
      next: '管理画面の「前払残高」から、日ごとの記録と基準日の集計をご確認いただけます。',
    }),
  ),
  books_unbalanced: mail((found: { title: string; message: string; rules: string }) => ({
    subject: found.title,
    fact: found.message,
    details: [['不一致の種類', found.rules]],
    next: '不一致の一覧は、管理画面の「帳簿の照合」でご確認いただけます。出金の停止は、確認のうえ、本部の責任者が解除できます。',
  })),
  level_changed: mail(({ year, before, after }: { year: number | null; before: string; after: string }) => ({
    subject: year === null ? '会員ランクのお知らせ' : `${year}年の会員ランクのお知らせ`,
    fact:
      year === null
        ? `ご返金により、会員ランクが「${before}」から「${after}」に変わりました。`
        : `${year}年の会員ランクは「${after}」です。`,
    details: [
      ['これまでのランク', before],
      ['現在のランク', after],
    ],
    next: 'ランクの特典は、アプリのホームからご確認いただけます。',
  })),
  birthday_points: mail(({ points, until }: { points: string; until: string }) => {
    const [year, month, day] = until.split('-').map(Number)
    return {
      subject: 'お誕生月のポイントをお贈りしました',
      fact: 'お誕生月おめでとうございます。ポイントをお贈りしました。',
      details: [
        ['ポイント', points],
        ['有効期限', `${year}年${month}月${day}日`],
      ],
      next: 'ポイントは、お支払いのときにご利用いただけます。',
    }
  }),
  account_closed: mail(({ points }: { points: number }) => ({
    subject: '退会手続きが完了しました',
    fact: '退会手続きが完了しました。ご利用いただきありがとうございました。',
    details: points > 0 ? [['失効したポイント', `${points.toLocaleString('ja-JP')}pt`]] : [],
    unexpected: contactUs,
  })),
  payout_requested: mail((told: PayoutTold) => ({
    subject: '振込申請を受け付けました',
    fact: '振込申請を受け付けました。',
    details: [...payoutDetails(told), ['振込予定日', told.value_date]],
    next: '締切までは、アプリの「残高」の明細から取り消せます。',
    unexpected: contactUs,
  })),
  payout_paid: mail((told: PayoutTold) => ({
    subject: '振込が完了しました',
    fact: '振込が完了しました。',
    details: [...payoutDetails(told), ['振込日', told.value_date]],
    next: '支払明細書は、アプリの「残高」の明細からご確認いただけます。',
  })),
  payout_failed: mail((told: PayoutTold) => ({
    subject: '振込ができませんでした',
    fact: '振込ができませんでした。申請の全額を報酬残高に戻しました。',
    details: [...payoutDetails(told), ['理由', told.reason ?? '']],
    next: 'アプリの「マイページ」の「受取口座」で、口座情報をご確認ください。',
  })),
  payout_canceled: mail((told: PayoutTold) => ({
    subject: '振込申請が取り消されました',
    fact: '振込申請が取り消されました。申請の全額を報酬残高に戻しました。',
    details: [...payoutDetails(told), ['理由', told.reason ?? '']],
  })),
  kyc_received: mail((_: Nothing) => ({
    subject: '本人確認の申請を受け付けました',
    fact: '本人確認の申請を受け付けました。審査は通常1〜3営業日で完了します。',
    next: '審査の状況は、アプリの「マイページ」の「本人確認」でご確認いただけます。',
  })),
  kyc_approved: mail((_: Nothing) => ({
    subject: '本人確認が完了しました',
    fact: '本人確認が完了しました。振込申請や後払いがご利用いただけます。',
  })),
  kyc_rejected: mail(({ reasons }: { reasons: readonly string[] }) => ({
    subject: '本人確認書類の再提出をお願いします',
    fact: 'ご提出いただいた本人確認書類では、確認を完了できませんでした。',
    details: reasons.map((reason) => ['理由', reason] as const),
    next: 'アプリの「マイページ」の「本人確認」から、再提出をお願いします。',
  })),
  kyc_expired: mail((_: Nothing) => ({
    subject: '本人確認書類の再提出をお願いします',
    fact: 'ご提出いただいた本人確認書類の有効期限が過ぎました。',
    next: 'アプリの「マイページ」の「本人確認」から、有効期限内の書類のご提出をお願いします。お支払いとポイントは、これまでどおりご利用いただけます。',
  })),
} as const

export type TemplateName = keyof typeof templates
export type DataOf<Name extends TemplateName> = Parameters<(typeof templates)[Name]['write']>[0]

export type Written = { channel: 'mail'; subject: string; text: string } | { channel: 'sms'; text: string }

type AnyTemplate = Mail<unknown> | Sms<unknown>

/** The finished text. */
export function write(
  name: string,
  data: unknown,
  { brand, addressee, is_staff }: { brand: Brand } & Reader,
): Written {
  if (!Object.hasOwn(templates, name)) throw new Error(`No template is called ${name}`)
  const template: AnyTemplate = templates[name as TemplateName]
  if (template.channel === 'sms') return { channel: 'sms', text: template.write(data, brand) }

  const { subject, fact, details = [], next, unexpected } = template.write(data)
  const paragraphs = [
    ...(addressee === null ? [] : [`${addressee} 様`]),
    is_staff ? fact : `いつも${brand.short}をご利用いただきありがとうございます。\n${fact}`,
    ...(details.length > 0 ? [details.map(([item, value]) => `${item}：${value}`).join('\n')] : []),
    ...(next ? [next] : []),
    ...(is_staff ? closingForStaff(unexpected) : [unexpected ?? contactUsAnyTime]),
    ['※このメールは送信専用です。ご返信いただいてもお答えできません。', ...signature(brand, is_staff)].join(
      '\n',
    ),
  ]
  return { channel: 'mail', subject: `【${brand.short}】${subject}`, text: `${paragraphs.join('\n\n')}\n` }
}

/** What head office is told of is expected; what somebody may have done in their name is not. */
function closingForStaff(unexpected: string | undefined): string[] {
  if (unexpected === undefined) return []
  return [unexpected === contactUs ? contactHeadOffice : unexpected]
}

function signature({ company, address, phone, email }: Brand, isStaff: boolean): string[] {
  const contact = [phone, email].filter(Boolean).join('／')
  return [company, address, ...(isStaff || contact === '' ? [] : [`お問い合わせ：${contact}`])]
}
