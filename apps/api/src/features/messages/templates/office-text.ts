import { bookRules } from '@shirogane/contract/terms/book-words'
import { yen } from '../../../lib/amounts-text.ts'
import { longDayText } from '../../../lib/dates-text.ts'
import { type NoticeFacts, noticeText } from '../../../notices/notices.ts'
import { mail } from './letter-text.ts'

type Prepaid = NoticeFacts<'prepaid_threshold' | 'prepaid_alert' | 'prepaid_base'>

function prepaidDetails(told: Prepaid): [string, string][] {
  if (told.kind !== 'prepaid_base') {
    return [
      ['未使用残高', yen(told.facts.unused)],
      ['次の基準日', longDayText(told.facts.base_on)],
    ]
  }
  const { base_on, unused, deposit, report_by } = told.facts
  return [
    ['基準日', longDayText(base_on)],
    ['基準日未使用残高', yen(unused)],
    ...(deposit > 0
      ? ([
          ['届出の期限', longDayText(report_by)],
          ['保全が必要な額', `${yen(deposit)}以上`],
        ] satisfies [string, string][])
      : []),
  ]
}

/** What head office is told of. */
export const officeTemplates = {
  sms_unconfirmed: mail((facts: NoticeFacts<'sms_unconfirmed'>['facts']) => {
    const { title, message } = noticeText({ kind: 'sms_unconfirmed', facts })
    return {
      subject: title,
      fact: message,
      details: [
        ['送信した番号', `${facts.asked}件`],
        ['確認された番号', `${facts.confirmed}件`],
      ],
      next: '送信の停止は1時間で自動的に解除されます。続く場合は、SMSの配信事業者へご連絡ください。',
    }
  }),
  prepaid_alert: mail((told: Prepaid) => {
    const { title, message } = noticeText(told)
    return {
      subject: '前払残高のお知らせ',
      fact: `${title}。${message}`,
      details: prepaidDetails(told),
      next: '管理画面の「前払残高」から、日ごとの記録と基準日の集計をご確認いただけます。',
    }
  }),
  books_unbalanced: mail(({ findings, rules }: { findings: number; rules: readonly string[] }) => {
    const { title, message } = noticeText({ kind: 'books_unbalanced', facts: { findings } })
    return {
      subject: title,
      fact: message,
      details: [['不一致の種類', rules.map((rule) => bookRules[rule] ?? rule).join('、')]],
      next: '不一致の一覧は、管理画面の「帳簿の照合」でご確認いただけます。出金の停止は、確認のうえ、本部の責任者が解除できます。',
    }
  }),
} as const
