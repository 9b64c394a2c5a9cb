/** What stands around every text: the brand as the settings have it. */
export type Brand = {
  /** In the brackets of every subject. */
  short: string
  company: string
  /** Postcode and address in one line. */
  address: string
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
  password_changed: mail((_: Nothing) => ({
    subject: 'パスワードが変更されました',
    fact: 'パスワードが変更されました。すべての端末でログアウトされています。',
    unexpected: contactUs,
  })),
  password_changed_sms: sms(
    (_: Nothing, brand) =>
      `【${brand.short}】パスワードが変更されました。お心当たりのない場合はただちにお問い合わせください。`,
  ),
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
} as const

export type TemplateName = keyof typeof templates
export type DataOf<Name extends TemplateName> = Parameters<(typeof templates)[Name]['write']>[0]

export type Written = { channel: 'mail'; subject: string; text: string } | { channel: 'sms'; text: string }

type AnyTemplate = Mail<unknown> | Sms<unknown>

/** The finished text. `addressee` is the name before 様; null greets nobody, for people whom we do not know. */
export function write(
  name: string,
  data: unknown,
  { brand, addressee }: { brand: Brand; addressee: string | null },
): Written {
  if (!Object.hasOwn(templates, name)) throw new Error(`No template is called ${name}`)
  const template: AnyTemplate = templates[name as TemplateName]
  if (template.channel === 'sms') return { channel: 'sms', text: template.write(data, brand) }

  const {
    subject,
    fact,
    details = [],
    next,
    unexpected = 'お心当たりのない場合は、お問い合わせ窓口までご連絡ください。',
  } = template.write(data)
  const paragraphs = [
    ...(addressee === null ? [] : [`${addressee} 様`]),
    `いつも${brand.short}をご利用いただきありがとうございます。\n${fact}`,
    ...(details.length > 0 ? [details.map(([item, value]) => `${item}：${value}`).join('\n')] : []),
    ...(next ? [next] : []),
    unexpected,
    `※このメールは送信専用です。ご返信いただいてもお答えできません。\n${brand.company}\n${brand.address}`,
  ]
  return { channel: 'mail', subject: `【${brand.short}】${subject}`, text: `${paragraphs.join('\n\n')}\n` }
}
