import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type Account, accountText } from '../lib/account-text.ts'
import { yen } from '../lib/amounts-text.ts'
import { dayText } from '../lib/dates-text.ts'
import { failureWords } from '../lib/failure-text.ts'
import { receiptTime } from '@shirogane/receipt/words'

const accountIsMissing = '振込先口座の登録と本人確認をお願いします'
/** Why a reward waits, in words that say what its owner can do about it and what happens by itself. */
const bankWaits = {
  KYC_REQUIRED: accountIsMissing,
  PAYOUT_METHOD_REQUIRED: accountIsMissing,
  PAYOUT_METHOD_TROUBLE: '受取口座の確認が必要です。口座情報をご確認のうえ、登録し直してください',
  PAYOUT_METHOD_REVIEW: '受取口座の確認中です。確認が終わると、自動で申請します',
  COOLING_OFF: '安全のため、登録情報の変更から24時間は出金できません。そのあと自動で申請します',
  DEBT_OPEN: '後払いのお支払いが残っています。お支払い後に出金できます',
} as const satisfies Partial<Record<ErrorCode, string>>
const balanceWaits = {
  KYC_REQUIRED: '本人確認をお願いします',
  COOLING_OFF: '安全のため、登録情報の変更から24時間は受け取れません。そのあと自動で残高に加えます',
  REWARD_BALANCE_LIMIT:
    '受け取り後の残高が上限を超えます。残高をご利用いただくか、受け取り方を銀行口座に変更してください',
} as const satisfies Partial<Record<ErrorCode, string>>

export const waitsForBank = (code: ErrorCode): code is keyof typeof bankWaits =>
  Object.hasOwn(bankWaits, code)
export const waitsForBalance = (code: ErrorCode): code is keyof typeof balanceWaits =>
  Object.hasOwn(balanceWaits, code)

export const methodTitles = {
  added: '受取口座が登録されました',
  changed: '受取口座が変更されました',
  main: 'メインの受取口座が変更されました',
  removed: '受取口座が削除されました',
  approved: '受取口座の確認が完了しました',
  refused: '受取口座を確認できませんでした',
  stopped: '出金を停止しました',
  resumed: '出金を再開しました',
} as const
export type MethodEvent = keyof typeof methodTitles

export const methodFacts: Partial<Record<MethodEvent, string>> = {
  stopped:
    'お申し出により、出金と報酬の受け取りを停止しました。担当者が確認のうえ、ご連絡いたします。パスワードの変更をおすすめします。',
  resumed: '出金と報酬の受け取りを再開しました。停止した口座は、登録し直すまでご利用いただけません。',
}

type Method = {
  event: MethodEvent
  account: Account
  usable_from: string | null
  reason: string | null
  can_stop: boolean
}

function methodMessage({ event, account, usable_from, reason, can_stop }: Method): string {
  const fact = methodFacts[event]
  if (fact !== undefined) return `${accountText(account)}。${fact}`
  const wait = usable_from === null ? '' : `この口座へ出金できるのは${receiptTime(usable_from)}からです。`
  const advice = can_stop
    ? 'お心当たりのない場合は、ただちに出金を停止してください。'
    : 'お心当たりのない場合は、ただちにお問い合わせください。'
  return `${accountText(account)}。${reason === null ? '' : `理由：${reason}。`}${wait}${advice}`
}

/** What members are notified of their payouts, and of the accounts that these go to. */
export const payoutNotices = {
  payout_requested: ({ amount, value_date }: { amount: number; value_date: string }) => ({
    title: '振込申請を受け付けました',
    message: `${yen(amount)}・振込予定日 ${dayText(value_date)}`,
  }),
  payout_paid: ({ amount, account }: { amount: number; account: Account }) => ({
    title: '振込が完了しました',
    message: `${yen(amount)} ${accountText(account)}`,
  }),
  payout_canceled: ({ amount, reason }: { amount: number; reason: string }) => ({
    title: '振込申請が取り消されました',
    message: `${yen(amount)}を報酬残高に戻しました。理由：${reason}`,
  }),
  payout_failed: ({ amount, failure }: { amount: number; failure: keyof typeof failureWords | null }) => ({
    title: '振込ができませんでした',
    message: `理由：${failure === null ? '' : failureWords[failure]}。${yen(amount)}を報酬残高に戻しました。口座情報をご確認ください。`,
  }),
  payout_method: (method: Method) => ({
    title: methodTitles[method.event],
    message: methodMessage(method),
    ...(method.can_stop && { label: '出金を停止する' }),
  }),
  reward_to_balance: ({ amount }: { amount: number }) => ({
    title: '報酬を残高で受け取りました',
    message: `${yen(amount)}を残高に加えました`,
  }),
  reward_waits_for_balance: ({ code }: { code: keyof typeof balanceWaits }) => ({
    title: '報酬を残高に加えられません',
    message: balanceWaits[code],
  }),
  reward_waits_for_bank: ({ code }: { code: keyof typeof bankWaits }) => ({
    title: '報酬の振込ができません',
    message: bankWaits[code],
  }),
} as const
