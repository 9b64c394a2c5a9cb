import { pt, yen } from '../lib/amounts-text.ts'
import { dayText, longDayText, shortDayText } from '../lib/dates-text.ts'

type Change = { name_before: string; name_after: string }

const changed = ({ name_before, name_after }: Change): string =>
  `会員ランクが「${name_before}」から「${name_after}」に変わりました。`

/** What members are notified of their ranks, points, debts and invitations, and of the terms of it all. */
export const memberNotices = {
  level_raised: ({ name }: { name: string }) => ({
    title: 'ランクが上がりました！',
    message: `${name}ランクになりました`,
  }),
  level_falling: ({
    name_before,
    name_after,
    missing,
    year,
  }: Change & { missing: number; /** At whose end it falls. */ year: number }) => ({
    title: '来年の会員ランクのご案内',
    message: `現在のご利用状況では、${year + 1}年1月1日に会員ランクが「${name_before}」から「${name_after}」に変わります。12月31日までにあと${yen(missing)}のお買い上げ（ポイントでのお支払い分を除く）で、「${name_before}」を継続いただけます。`,
    label: 'ランクを見る',
  }),
  level_given: ({ until, ...change }: Change & { until: string | null }) => ({
    title: '会員ランクのお知らせ',
    message:
      until === null
        ? changed(change)
        : `${changed(change)}「${change.name_after}」は${longDayText(until)}までご利用いただけます。`,
    label: 'ランクを見る',
  }),
  level_given_ended: (change: Change) => ({
    title: '会員ランクのお知らせ',
    message: `付与された会員ランクの期間が終わり、${changed(change)}`,
    label: 'ランクを見る',
  }),
  points_ending: ({ points, ends_on }: { points: number; ends_on: string }) => ({
    title: 'ポイントの有効期限が近づいています',
    message: `${shortDayText(ends_on)}に${pt(points)}が失効します`,
  }),
  debt_due: ({ due_on, amount, is_late }: { due_on: string; amount: number; is_late: boolean }) => ({
    title: is_late ? 'お支払期日を過ぎています' : '後払いのお支払期日が近づいています',
    message: `期日 ${dayText(due_on)} ${yen(amount)}`,
    label: '後払いを確認する',
  }),
  affiliator_made: () => ({
    title: 'アフィリエーター登録が完了しました',
    message: '招待リンクを共有すると、お友だちのお買い物に応じて報酬を受け取れます。',
    label: '招待リンクを見る',
  }),
  affiliator_left: () => ({
    title: 'アフィリエーターをやめました',
    message: '招待リンクは使えなくなりました。これまでの報酬は、これからもお受け取りいただけます。',
    label: '報酬を見る',
  }),
  rewards_confirmed: ({ amount }: { amount: number }) => ({
    title: '紹介報酬の確定',
    message: `紹介報酬 ${yen(amount)}が確定しました`,
  }),
  terms_changed: ({ effective_on }: { effective_on: string }) => ({
    title: '利用規約改定のお知らせ',
    message: `${dayText(effective_on)}から、改定後の利用規約が適用されます。`,
    label: '改定後の規約を見る',
  }),
  /** What the brand announces, in the words of the person who wrote it. */
  news: (written: { title: string; message: string; label: string }) => written,
} as const
