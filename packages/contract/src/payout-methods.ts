import { z } from 'zod'
import { accountTypes, readAccountNumber, readHolder, readYucho, yuchoCode } from './bank-kana.ts'
import { callers, endpoint } from './endpoint.ts'
import { empty, id, instant } from './resources.ts'
import { written } from './written.ts'

const bankCode = z.string().regex(/^\d{4}$/)
const branchCode = z.string().regex(/^\d{3}$/)
const accountType = z.enum(accountTypes)

/** Why nothing can be paid to an account until somebody has looked at it. */
const accountTroubles = ['stopped', 'failed', 'holder', 'review', 'refused'] as const
export type AccountTrouble = (typeof accountTroubles)[number]

export const payoutMethod = z.strictObject({
  id,
  type: z.literal('bank'),
  data: z.strictObject({
    bank_code: bankCode,
    bank_name: z.string(),
    branch_code: branchCode,
    branch_name: z.string(),
    account_type: accountType,
    /** All but the last three digits are hidden, from its owner too: whoever holds the phone reads no more than that. */
    account_number: z.string().regex(/^\*{4}\d{3}$/),
    account_name_kana: z.string(),
  }),
  default: z.boolean(),
  /** From when on money may leave to it. */
  usable_from: instant,
  /**
   * `stopped`: its owner knows nothing of it. `failed`: a transfer came back. `holder`: the name is no longer that of the member. `review`: a corporation's, which head
   * office has not looked at yet. `refused`: it has, and nothing goes there.
   */
  trouble: z.nullable(z.enum(accountTroubles)),
  /** What the bank said of the transfer that came back, or head office of the account. */
  trouble_reason: z.nullable(z.string()),
  created_at: instant,
})
export type PayoutMethod = z.infer<typeof payoutMethod>

/** A bank or a branch, as the search finds it. */
const place = z.strictObject({ code: z.string(), name: z.string(), kana: z.string() })
export type BankPlace = z.infer<typeof place>
const found = z.strictObject({ items: z.array(place) })

const query = written.min(1).max(40)

const isRefused = (text: string, refusal: string): boolean => {
  const holder = readHolder(text)
  return 'refusal' in holder && holder.refusal === refusal
}
const holder = z
  .string()
  .min(1, 'REQUIRED')
  .max(1024)
  .refine((text) => !isRefused(text, 'ACCOUNT_HOLDER_FORMAT'), 'ACCOUNT_HOLDER_FORMAT')
  .refine((text) => !isRefused(text, 'ACCOUNT_HOLDER_TOO_LONG'), 'ACCOUNT_HOLDER_TOO_LONG')

/** An account as its owner names it: by branch and number, or at ゆうちょ by the symbol and number of the passbook. */
const byNumber = z.strictObject({
  bank_code: bankCode,
  branch_code: branchCode,
  account_type: accountType,
  account_number: z
    .string()
    .max(1024)
    .refine((text) => readAccountNumber(text) !== null, 'ACCOUNT_NUMBER_FORMAT'),
  account_name_kana: holder,
})
const bySymbol = z
  .strictObject({
    bank_code: z.literal(yuchoCode),
    symbol: z.string().max(1024),
    number: z.string().max(1024),
    account_name_kana: holder,
  })
  .refine(({ symbol, number }) => readYucho(symbol, number) !== null, {
    path: ['number'],
    error: 'YUCHO_FORMAT',
  })
const account = z.strictObject({ type: z.literal('bank'), data: z.union([bySymbol, byNumber]) })
export type NamedAccount = z.infer<typeof account>['data']

const office = ['accounting', 'owner'] as const
const review = z.strictObject({
  id,
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  /** The member's name in kana as their papers have it. */
  kyc_name_kana: z.string(),
  ...payoutMethod.shape.data.shape,
  /** When this very account was named: whoever decides says which one they saw. */
  changed_at: instant,
  /** Not whose it is. */
  may_decide: z.boolean(),
})
export type AccountReview = z.infer<typeof review>

/** A member whose rewards stand still, because they know nothing of an account in their name. */
const stop = z.strictObject({
  id,
  user: z.strictObject({ id, username: z.string(), name: z.string() }),
  bank_name: z.string(),
  branch_name: z.string(),
  account_type: accountType,
  account_number: z.string().regex(/^\*{4}\d{3}$/),
  account_name_kana: z.string(),
  /** By the number of a letter; otherwise by the member, signed in. */
  by_letter: z.boolean(),
  stopped_at: instant,
  /** Not whose it is. */
  may_lift: z.boolean(),
})
export type PayoutStop = z.infer<typeof stop>

const owner = ['customer'] as const
const refusals = [
  'NOT_VERIFIED',
  'STEP_UP_REQUIRED',
  'KYC_REQUIRED',
  'BANK_NOT_FOUND',
  'BRANCH_NOT_FOUND',
  'ACCOUNT_HOLDER_MISMATCH',
  'PAYOUT_METHOD_TAKEN',
  'PAYOUT_METHOD_SHARED',
] as const

export const payoutMethods = {
  list: endpoint({
    name: 'payoutMethods.list',
    summary: '受取口座（メインの口座が先頭、ほかは新しい順。口座番号は下3桁のみ）',
    who: owner,
    status: 200,
    output: z.strictObject({ items: z.array(payoutMethod) }),
    errors: ['NOT_VERIFIED'],
  }),
  show: endpoint({
    name: 'payoutMethods.show',
    summary: '受取口座の詳細（口座番号は下3桁のみ）',
    who: owner,
    params: z.object({ id }),
    status: 200,
    output: payoutMethod,
    errors: ['NOT_VERIFIED'],
  }),
  create: endpoint({
    name: 'payoutMethods.create',
    summary: '受取口座の登録（再度の本人確認が必要。最初の口座がメインになる。出金できるのは24時間後から）',
    who: owner,
    body: account.extend({ default: z.optional(z.boolean()) }),
    status: 201,
    output: payoutMethod,
    errors: [...refusals, 'PAYOUT_METHOD_LIMIT'],
  }),
  update: endpoint({
    name: 'payoutMethods.update',
    summary: '受取口座の変更（再度の本人確認が必要。口座番号は入力し直す。出金できるのは24時間後から）',
    who: owner,
    params: z.object({ id }),
    body: account,
    status: 200,
    output: payoutMethod,
    errors: [...refusals, 'PAYOUT_METHOD_IN_USE'],
  }),
  makeDefault: endpoint({
    name: 'payoutMethods.makeDefault',
    summary: 'メインの受取口座の変更（再度の本人確認が必要。メインは常に1件）',
    who: owner,
    params: z.object({ id }),
    status: 200,
    output: payoutMethod,
    errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED'],
  }),
  remove: endpoint({
    name: 'payoutMethods.remove',
    summary: '受取口座の削除（再度の本人確認が必要。申請中の振込がある間はできない）',
    who: owner,
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: ['NOT_VERIFIED', 'STEP_UP_REQUIRED', 'PAYOUT_METHOD_IN_USE'],
  }),
  stop: endpoint({
    name: 'payoutMethods.stop',
    summary:
      '心当たりのない受取口座の停止（出金と報酬の受け取りも止まり、担当者に知らされる。再開は担当者だけができる）',
    who: owner,
    params: z.object({ id }),
    status: 204,
    output: empty,
    errors: ['NOT_VERIFIED'],
  }),
  stopByCode: endpoint({
    name: 'payoutMethods.stopByCode',
    summary:
      '心当たりのない受取口座の停止（お知らせに届いた停止番号で、72時間以内に一度だけ。ログインは不要）',
    who: callers,
    body: z.strictObject({ code: z.string().min(1).max(64) }),
    status: 204,
    output: empty,
    errors: ['PAYOUT_STOP_INVALID', 'RATE_LIMITED'],
  }),
  banks: endpoint({
    name: 'payoutMethods.banks',
    summary: '金融機関の検索（コード・名前・カナ・ひらがな・ローマ字。20件まで）',
    who: ['customer', 'owner'],
    query: z.object({ query }),
    status: 200,
    output: found,
    errors: ['NOT_VERIFIED'],
  }),
  branches: endpoint({
    name: 'payoutMethods.branches',
    summary: '支店の検索（コード・名前・カナ・ひらがな・ローマ字。20件まで）',
    who: ['customer', 'owner'],
    query: z.object({ query, bank: bankCode }),
    status: 200,
    output: found,
    errors: ['NOT_VERIFIED', 'BANK_NOT_FOUND'],
  }),
}

export const adminPayoutMethods = {
  reviews: endpoint({
    name: 'admin.payoutMethods',
    summary: '確認を待つ法人名義の受取口座と、出金を停止中の会員（古い順。100件まで）',
    who: office,
    status: 200,
    output: z.strictObject({ items: z.array(review), stops: z.array(stop) }),
    errors: [],
  }),
  decide: endpoint({
    name: 'admin.decidePayoutMethod',
    summary: '法人名義の受取口座の承認・差し戻し（自分の口座はできない。会員に知らせる）',
    who: office,
    params: z.object({ id }),
    body: z.union([
      z.strictObject({ decision: z.literal('approved'), changed_at: instant }),
      z.strictObject({
        decision: z.literal('refused'),
        changed_at: instant,
        reason: written.min(1).max(200),
      }),
    ]),
    status: 204,
    output: empty,
    errors: ['PAYOUT_SELF', 'CONFLICT'],
  }),
  resume: endpoint({
    name: 'admin.resumePayouts',
    summary: '停止した出金の再開（自分の停止はできない。停止した口座は、登録し直すまで使えない）',
    who: office,
    params: z.object({ id }),
    body: z.strictObject({ note: written.min(1).max(200) }),
    status: 204,
    output: empty,
    errors: ['PAYOUT_SELF', 'CONFLICT'],
  }),
}
