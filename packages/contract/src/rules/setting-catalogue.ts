/**
 * Every setting that head office may change, by key: what it is called, its kind and unit, its bounds, and what holds
 * while it is not set. Adding one is a line. A key whose first part names a document (`limits.balance_max`) is a field
 * of that document's value; every other key is a value of its own. What two people decide together, such as the silver
 * rate, is none of them.
 */

import { limits } from './limits.ts'

export const settingGroups = [
  'brand',
  'store',
  'charge',
  'points',
  'returns',
  'approvals',
  'later',
  'cash',
  'silver',
  'payout',
  'links',
] as const
type SettingGroup = (typeof settingGroups)[number]

type SettingKind = 'yen' | 'pieces' | 'points' | 'days' | 'percent' | 'text' | 'url' | 'switch' | 'choice'
export type SettingValue = string | number | boolean | null

export type SettingTerms = {
  readonly group: SettingGroup
  readonly kind: SettingKind
  readonly label: string
  readonly help?: string
  /** For numbers their bounds, for texts their length. Percentages are basis points: 1000 is 10%. */
  readonly min: number
  readonly max: number
  /** What holds without a row. */
  readonly fallback: SettingValue
  readonly choices?: Readonly<Record<string, string>>
  /** Null means that there is none. */
  readonly optional?: true
  readonly form?: RegExp
}

/** Terms whose values are of one type: the catalogue is where that type is read from. */
type TermsOf<Value extends SettingValue> = SettingTerms & { readonly fallback: Value }

type Rest = Partial<Pick<SettingTerms, 'help' | 'optional' | 'form' | 'min'>> & { max?: number }

const number =
  (kind: SettingKind) =>
  (group: SettingGroup, label: string, fallback: number, rest: Rest & { max: number }): TermsOf<number> => ({
    min: 0,
    ...rest,
    group,
    kind,
    label,
    fallback,
  })
const yen = number('yen')
const points = number('points')
const days = number('days')
const percent = number('percent')
const pieces = number('pieces')
const words = (
  group: SettingGroup,
  label: string,
  fallback: string | null,
  rest: Rest = {},
): TermsOf<string | null> => ({ min: 1, max: 60, ...rest, group, kind: 'text', label, fallback })
const url = (group: SettingGroup, label: string): TermsOf<string | null> => ({
  group,
  kind: 'url',
  label,
  min: 0,
  max: 200,
  fallback: null,
  optional: true,
})
const onOff = (group: SettingGroup, label: string, fallback: boolean, help?: string): TermsOf<boolean> => ({
  group,
  kind: 'switch',
  label,
  min: 0,
  max: 1,
  fallback,
  ...(help !== undefined && { help }),
})
const choice = (
  group: SettingGroup,
  label: string,
  fallback: string,
  choices: Readonly<Record<string, string>>,
  rest: Pick<Rest, 'help'> = {},
): TermsOf<string> => ({ ...rest, group, kind: 'choice', label, min: 0, max: 0, fallback, choices })

/** Documents whose fields are settings of their own. */
const settingDocuments = ['brand', 'limits', 'convert', 'social_links', 'prepaid'] as const

export const settingCatalogue = {
  'brand.service': words('brand', 'サービス名', 'しろがね', { max: 20 }),
  'brand.name': words('brand', 'ブランド名', null, { max: 30, optional: true }),
  'brand.short': words('brand', '略称（SMS・メールの件名）', null, { max: 10, optional: true }),
  'brand.company': words('brand', '会社名', null, { max: 40, optional: true }),
  'brand.invoice_registration_no': words('brand', '登録番号（適格請求書発行事業者）', null, {
    help: 'レシートと領収書に印字します。Tと13桁の数字です。',
    form: /^T\d{13}$/,
    max: 14,
    optional: true,
  }),
  'brand.phone': words('brand', '電話番号', null, { form: /^0[\d-]{9,12}$/, max: 13, optional: true }),
  'brand.email': words('brand', 'メールアドレス', null, {
    form: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
    max: 100,
    optional: true,
  }),
  notice: words('brand', 'お知らせの帯（すべての画面の上）', null, { max: 80, optional: true }),
  'receipt.points_as': choice('store', 'レシートでのポイントの扱い', 'discount', {
    discount: '値引（税込金額から引く）',
    payment: '支払い（税込金額は変わらない）',
  }),
  'register.confirm': onOff(
    'store',
    '会計の確認（確定の前に合計と支払い方法を見直す）',
    true,
    'オフにすると、会計を確定するボタンでそのまま確定します。署名や承認が必要な会計では表示します。',
  ),
  'registers.enrolled_only': onOff(
    'store',
    '登録した端末だけで会計する',
    false,
    'オンにすると、レジとして登録した端末だけで会計・チャージ・返金などができます。端末は店長か本部が、その端末で登録します。オンにする前に、使う端末を登録してください。',
  ),
  'limits.pay_once_max': yen('charge', '残高での支払い上限（1回）', limits.payOnceMax, {
    min: 1,
    max: 1_000_000,
  }),
  'limits.pay_day_max': yen('charge', '残高での支払い上限（1日）', limits.payDayMax, {
    min: 1,
    max: 1_000_000,
  }),
  'pay.confirm_over': yen('charge', 'お客様のスマホで確認する額（残高・ポイント・後払いの合計）', 10_000, {
    help: '1回のお会計で残高・ポイント・後払いの合計がこれを超えると、お客様がご自身のスマホで確認するまで確定しません。0円にすると残高とポイントは確認しません。後払いは金額にかかわらず、いつも確認します。',
    max: 1_000_000,
  }),
  'limits.balance_max': yen('charge', '残高の保有上限', limits.balanceMax, { min: 1, max: 1_000_000 }),
  'limits.topup_min': yen('charge', 'チャージの下限（1回）', limits.topupMin, { min: 1, max: 100_000 }),
  'limits.topup_max': yen('charge', 'チャージの上限（1回）', limits.topupMax, { min: 1, max: 100_000 }),
  'limits.topup_minor_month_max': yen(
    'charge',
    '18歳未満のチャージ上限（1か月）',
    limits.topupMinorMonthMax,
    {
      max: 100_000,
    },
  ),
  'limits.topup_new_day_max': yen('charge', '入会30日までのチャージ上限（1日）', limits.topupNewDayMax, {
    max: 1_000_000,
  }),
  'convert.enabled': onOff('points', 'ポイントの残高への交換', false),
  'convert.unit': points('points', '交換の単位', limits.convertUnit, { min: 1, max: 10_000 }),
  'convert.yen_per_unit': yen('points', '交換1単位あたりの残高', limits.convertYenPerUnit, {
    min: 1,
    max: 10_000,
  }),
  'convert.step_up_over': points('points', '再認証なしで交換できる上限', limits.convertStepUpOver, {
    max: 1_000_000,
  }),
  'campaign.max_bp': percent('points', 'ポイント付与の上限（1取引）', 2_000, { max: 10_000 }),
  'welcome.points': points('points', '入会ポイント', limits.welcomePoints, { max: 100_000 }),
  'welcome.days': days('points', '入会ポイントの有効日数', limits.welcomeDays, { min: 1, max: 3_650 }),
  'birthday.registration_points': points(
    'points',
    '生年月日を登録した方へのポイント',
    limits.birthdayRegistrationPoints,
    { max: 100_000 },
  ),
  'birthday.registration_days': days(
    'points',
    '生年月日の登録ポイントの有効日数',
    limits.birthdayRegistrationDays,
    { min: 1, max: 3_650 },
  ),
  'invite.points': points('points', '招待された方へのポイント', limits.invitePoints, { max: 100_000 }),
  'invite.yen': yen('points', '招待された方への残高', 0, { max: 100_000 }),
  'invite.inviter_points': points('points', '招待した方へのポイント', 0, { max: 100_000 }),
  'invite.inviter_yen': yen('points', '招待した方への残高', 0, { max: 100_000 }),
  'invite.join_points': points('points', '招待で入会した方へのポイント', 0, { max: 100_000 }),
  'invite.join_yen': yen('points', '招待で入会した方への残高', 0, { max: 100_000 }),
  'invite.days': days('points', '招待ポイントの有効日数', limits.inviteDays, { min: 1, max: 3_650 }),
  'invite.payment_min': yen('points', '招待の対象になる支払い額', limits.invitePaymentMin, {
    min: 1,
    max: 1_000_000,
  }),
  'affiliate.rate_bp': percent('points', '紹介報酬の率', limits.affiliateRateBp, {
    help: 'すでに発生した報酬の率は変わりません。',
    max: 10_000,
  }),
  'affiliate.days': days('points', '紹介報酬の対象になる日数（招待から）', limits.affiliateDays, {
    min: 1,
    max: 3_650,
  }),
  'affiliate.base_min': yen('points', '紹介報酬の対象になる支払い額', limits.affiliateBaseMin, {
    max: 1_000_000,
  }),
  'affiliate.day_max': yen('points', '紹介報酬の1日の上限（紹介者1人あたり）', limits.affiliateDayMax, {
    help: '上限を超えた分は発生しません。すでに発生した報酬は変わりません。',
    max: 10_000_000,
  }),
  'refund.window_days': days('returns', '返品の期限', limits.refundWindowDays, { max: 365 }),
  'refund.expired_points_days': days('returns', '失効したポイントを戻すときの有効日数', 30, {
    help: '0日にすると、失効したポイントは戻りません。',
    max: 365,
  }),
  'prepaid.separate': onOff(
    'charge',
    '有償・無償の残高を分けて管理する',
    true,
    '分けない場合、無償残高も未使用残高に数えます。',
  ),
  'prepaid.alert': yen('charge', '未使用残高の通知額', limits.prepaidAlert, { min: 1, max: 10_000_000 }),
  'prepaid.threshold': yen('charge', '未使用残高の届出額', limits.prepaidThreshold, {
    min: 1,
    max: 10_000_000,
  }),
  'discount.register_max': yen('approvals', 'レジ担当が承認なしで値引できる額', 1_000, { max: 1_000_000 }),
  'points.register_max': points('approvals', 'レジ担当が承認なしで付与できるポイント（1回）', 1_000, {
    max: 1_000_000,
  }),
  'points.register_day_max': points('approvals', 'レジ担当が承認なしで付与できるポイント（1日）', 5_000, {
    max: 1_000_000,
  }),
  'points.manager_max': points('approvals', '店長が承認なしで付与できるポイント（1回）', 10_000, {
    max: 1_000_000,
  }),
  'points.manager_day_max': points('approvals', '店長が承認なしで付与できるポイント（1日）', 50_000, {
    max: 1_000_000,
  }),
  'stock.register_adjust_max': pieces('approvals', 'レジ担当が承認なしで調整できる在庫', 5, { max: 1_000 }),
  'refund.register_max': yen('approvals', 'レジ担当が承認なしで返金・取消できる額', 5_000, {
    help: '当日の取引だけです。ご自身の会計の返金には、額によらず承認が必要です。',
    max: 1_000_000,
  }),
  'close.difference_max': yen('approvals', '承認なしで締められる過不足の額', 999, { max: 100_000 }),
  'deferred.limit': yen('later', '後払いの利用上限（おひとり）', 50_000, { max: 1_000_000 }),
  'deferred.write_off_days': days('later', '貸倒れにできるまでの日数（支払期日から）', 90, { max: 3_650 }),
  'cash.identity_over': yen(
    'cash',
    '取引時確認が必要になる現金の額（1日・おひとり）',
    limits.cashIdentityOver,
    {
      help: 'この額を超える現金のお会計は、確認の記録がそろうまで確定できません。200万円より大きくはできません。',
      min: 100_000,
      max: limits.cashIdentityOver,
    },
  ),
  'cash.watch_over': yen('cash', '分割のおそれとして一覧に出す現金の額（1日）', 1_500_000, {
    min: 100_000,
    max: limits.cashIdentityOver,
  }),
  'buyback.rate_bp': percent('silver', '買取率（状態 A）', 8_000, { min: 1, max: 10_000 }),
  'buyback.rate_b_bp': percent('silver', '買取率（状態 B）', 7_000, { min: 1, max: 10_000 }),
  'buyback.rate_c_bp': percent('silver', '買取率（状態 C）', 6_000, { min: 1, max: 10_000 }),
  'buyback.hold_days': days('silver', '買い取った品物の保管日数', 14, { min: 0, max: 365 }),
  'payout.min': yen('payout', '出金の下限（1回・会員の申請）', 1_000, { min: 1, max: 100_000 }),
  'payout.max': yen('payout', '出金の上限（1回）', 1_000_000, { min: 1_000, max: 100_000_000 }),
  'payout.auto_min': yen('payout', '月末の自動申請の下限', 1, { min: 1, max: 100_000 }),
  'payout.fee_yen': yen('payout', '出金の手数料', 0, {
    help: '振込手数料を報酬から差し引くことは、原則として禁止されています。',
    max: 990,
  }),
  'payout.withholding_mode': choice(
    'payout',
    '報酬の源泉徴収',
    'none',
    { none: '源泉徴収しない', gaikoin: '外交員報酬として源泉徴収する' },
    { help: '振込日の月の合計から12万円を引いた額の10.21%を、振り込むときに差し引きます。' },
  ),
  'payout.consignor_code': words('payout', '委託者コード', null, {
    form: /^\d{10}$/,
    help: '銀行から案内された10桁の数字です。',
    optional: true,
    max: 10,
  }),
  'payout.consignor_name': words('payout', '委託者名（半角カナ）', null, {
    form: /^[0-9A-Zｱ-ﾝﾞﾟ().\- ]+$/,
    optional: true,
    max: 40,
  }),
  'payout.bank_code': words('payout', '仕向銀行コード', null, { form: /^\d{4}$/, optional: true, max: 4 }),
  'payout.branch_code': words('payout', '仕向支店コード', null, { form: /^\d{3}$/, optional: true, max: 3 }),
  'payout.account_type': choice('payout', '引き落とし口座の種類', 'ordinary', {
    ordinary: '普通',
    current: '当座',
  }),
  'payout.account_number': words('payout', '引き落とし口座の番号', null, {
    form: /^\d{7}$/,
    optional: true,
    max: 7,
  }),
  'payout.line_end': choice('payout', '振込データの改行', 'crlf', { crlf: 'CRLF', none: 'なし' }),
  store_url: url('links', 'オンラインストア'),
  'social_links.video': url('links', '動画サイト'),
  'social_links.photo': url('links', '写真サイト'),
  'social_links.microblog': url('links', '短文投稿サイト'),
} satisfies Record<string, SettingTerms>

export type SettingKey = keyof typeof settingCatalogue
/** What a setting may be: a number, a switch, one of its choices, or a text that may be missing. */
export type ValueOfSetting<Key extends SettingKey> = (typeof settingCatalogue)[Key]['fallback']
export type NumberSetting = {
  [Key in SettingKey]: ValueOfSetting<Key> extends number ? Key : never
}[SettingKey]
export const settingKeys = Object.keys(settingCatalogue) as SettingKey[]
export const termsOfSetting = (key: SettingKey): SettingTerms => settingCatalogue[key]

const limitKeys: ReadonlySet<string> = new Set<SettingKey>([
  'pay.confirm_over',
  'convert.step_up_over',
  'campaign.max_bp',
  'affiliate.day_max',
  'deferred.limit',
  'cash.identity_over',
  'cash.watch_over',
  'payout.max',
])
/** Whether it is a limit: how much one person, one member or one day may move. Those are changed by two people. */
export const takesTwo = (key: SettingKey): boolean =>
  key.startsWith('limits.') || termsOfSetting(key).group === 'approvals' || limitKeys.has(key)

/** The row that holds it, and its field there; null where the row is the value. */
export function placeOfSetting(key: string): { row: string; field: string | null } {
  const dot = key.indexOf('.')
  const head = key.slice(0, dot)
  return dot > 0 && (settingDocuments as readonly string[]).includes(head)
    ? { row: head, field: key.slice(dot + 1) }
    : { row: key, field: null }
}

/** Whether a setting may have this value. */
export function isSettingValue(terms: SettingTerms, value: unknown): value is SettingValue {
  if (value === null) return terms.optional === true
  switch (terms.kind) {
    case 'switch':
      return typeof value === 'boolean'
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(terms.choices ?? {}, value)
    case 'text':
      return (
        typeof value === 'string' &&
        value === value.trim() &&
        Array.from(value).length >= terms.min &&
        Array.from(value).length <= terms.max &&
        (terms.form?.test(value) ?? true)
      )
    case 'url':
      return (
        typeof value === 'string' &&
        value.length <= terms.max &&
        /^https:\/\/[^\s"'<>\\]+\.[^\s"'<>\\]+$/.test(value)
      )
    default:
      return (
        typeof value === 'number' && Number.isSafeInteger(value) && value >= terms.min && value <= terms.max
      )
  }
}
