import { yen } from '../../../lib/amounts-text.ts'
import { contactUs, mail, sms } from './letter-text.ts'
import type { PayoutFailure } from '@shirogane/bank/failures'
import { receiptTime } from '@shirogane/receipt/words'
import { type Account, accountText } from '../../../lib/account-text.ts'
import { dayText } from '../../../lib/dates-text.ts'
import { failureWords } from '../../../lib/failure-text.ts'
import { type MethodEvent, methodFacts, methodTitles } from '../../../notices/payouts-text.ts'

const stopHow =
  'お心当たりのない場合は、アプリのログイン画面で「パスワードをお忘れの方」から「出金を停止する」を選び、停止番号を入力してください。出金と報酬の受け取りが止まり、当社の担当者が確認します。停止番号は他人に教えないでください。'

/** What a mail about a payout tells of it. */
type PayoutNews = {
  number: string
  amount: number
  fee: number
  withheld?: number
  account: Account
  value_date: string
  failure: PayoutFailure | null
  cancel_reason: string | null
}

const payoutDetails = ({ number, amount, fee, withheld = 0, account }: PayoutNews): [string, string][] => [
  ['取引番号', number],
  ['申請額', yen(amount)],
  ...(fee > 0 ? ([['手数料', yen(fee)]] as [string, string][]) : []),
  ...(withheld > 0 ? ([['源泉徴収税額', yen(withheld)]] as [string, string][]) : []),
  ['振込額', yen(amount - fee - withheld)],
  ['振込先', accountText(account)],
]

/** Rewards on their way to a bank, and the accounts that they go to. */
export const payoutTemplates = {
  payout_method: mail(
    ({
      event,
      account,
      usable_from,
      reason,
      stop,
    }: {
      event: MethodEvent
      account: Account
      usable_from: string | null
      reason: string | null
      stop: string | null
    }) => ({
      subject: methodTitles[event],
      fact: methodFacts[event] ?? `${methodTitles[event]}。`,
      details: [
        ['受取口座', accountText(account)],
        ...(usable_from === null ? [] : [['出金できる日時', `${receiptTime(usable_from)}以降`] as const]),
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
    ({ event, account, stop }: { event: MethodEvent; account: Account; stop: string | null }, brand) =>
      `【${brand.short}】${methodTitles[event]}（${accountText(account)}）。お心当たりのない場合は${stop === null ? 'ただちにお問い合わせください。' : `、ログイン画面の「パスワードをお忘れの方」から出金を停止してください。停止番号 ${stop}`}`,
  ),
  payout_requested: mail((news: PayoutNews) => ({
    subject: '振込申請を受け付けました',
    fact: '振込申請を受け付けました。',
    details: [...payoutDetails(news), ['振込予定日', dayText(news.value_date)]],
    next: '締切までは、アプリの「残高」の明細から取り消せます。',
    unexpected: contactUs,
  })),
  payout_paid: mail((news: PayoutNews) => ({
    subject: '振込が完了しました',
    fact: '振込が完了しました。',
    details: [...payoutDetails(news), ['振込日', dayText(news.value_date)]],
    next: '支払明細書は、アプリの「残高」の明細からご確認いただけます。',
  })),
  payout_failed: mail((news: PayoutNews) => ({
    subject: '振込ができませんでした',
    fact: '振込ができませんでした。申請の全額を報酬残高に戻しました。',
    details: [...payoutDetails(news), ['理由', news.failure === null ? '' : failureWords[news.failure]]],
    next: 'アプリの「マイページ」の「受取口座」で、口座情報をご確認ください。',
  })),
  payout_canceled: mail((news: PayoutNews) => ({
    subject: '振込申請が取り消されました',
    fact: '振込申請が取り消されました。申請の全額を報酬残高に戻しました。',
    details: [...payoutDetails(news), ['理由', news.cancel_reason ?? '']],
  })),
} as const
