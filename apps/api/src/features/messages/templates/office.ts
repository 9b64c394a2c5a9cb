import { mail } from './letter.ts'

/** What head office is told of. */
export const officeTemplates = {
  sms_unconfirmed: mail((pause: { title: string; message: string; asked: number; confirmed: number }) => ({
    subject: pause.title,
    fact: pause.message,
    details: [
      ['送信した番号', `${pause.asked}件`],
      ['確認された番号', `${pause.confirmed}件`],
    ],
    next: '送信の停止は1時間で自動的に解除されます。続く場合は、SMSの配信事業者へご連絡ください。',
  })),
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
} as const
