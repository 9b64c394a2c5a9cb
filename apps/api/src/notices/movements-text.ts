import { type ErrorCode, sentenceOf } from '@shirogane/contract/wire/errors'
import type { MovementMessage } from '@shirogane/ledger'
import { pt, yen } from '../lib/amounts-text.ts'
import { dayText } from '../lib/dates-text.ts'
import { type MovementFigures, movementText } from '../lib/movement-text.ts'
import { paidWords, type Paid } from '../lib/paid-text.ts'
import { type Refunded, refundText } from '../lib/refund-text.ts'

type AtStore = { store: string | null }

const at = (store: string | null): string => (store === null ? '' : `${store}：`)
const rest = (balance: number | null): string => (balance === null ? '' : `（残高 ${yen(balance)}）`)
const given = ({ received_balance, received_points }: MovementFigures): string =>
  [
    ...(received_points > 0 ? [pt(received_points)] : []),
    ...(received_balance > 0 ? [yen(received_balance)] : []),
  ].join('と')

/** What customers are notified of their movements. */
export const movementNotices = {
  paid: ({ store, total, points }: AtStore & { total: number; points: number }) => ({
    title: 'お支払いが完了しました',
    // Where points were all that was given, no yen were paid.
    message:
      total === 0
        ? `${store === null ? '' : `${store}で`}${pt(points)}をご利用いただきました。`
        : `${store === null ? '' : `${store}で`}${yen(total)}をお支払いいただきました。`,
  }),
  deferred: ({ store, due_on, ...sale }: AtStore & Paid & { due_on: string }) => ({
    title: '後払いを承りました',
    message: `${at(store)}${paidWords(sale)}（お支払期日 ${dayText(due_on)}）`,
  }),
  voided: (sale: Paid) => ({
    title: sale.later > 0 ? 'お取引が取り消されました' : 'お支払いが取り消されました',
    message: paidWords(sale),
  }),
  refunded: ({ debt_alone, ...refund }: Refunded & { debt_alone: boolean }) => ({
    title: debt_alone ? '返品を承りました' : '返金が完了しました',
    message: refundText(refund),
  }),
  debt_paid: ({ store, amount }: AtStore & { amount: number }) => ({
    title: '後払いのお支払いが完了しました',
    message: `${at(store)}${yen(amount)}をお支払いいただきました。`,
  }),
  charged: ({ amount, balance }: { amount: number; balance: number | null }) => ({
    title: 'チャージが完了しました',
    message: `${yen(amount)}${rest(balance)}`,
  }),
  charge_failed: ({ amount, code }: { amount: number; code: ErrorCode }) => ({
    title: 'チャージできませんでした',
    message: `${yen(amount)}のチャージは完了していません。${sentenceOf(code)}`,
  }),
  reward_taken_back: ({ message, amount }: { message: MovementMessage; amount: number }) => ({
    title: '紹介報酬の取り消し',
    message: `${movementText(message, { received_balance: 0, received_points: 0, points: 0 })}：${yen(amount)}`,
  }),
  points_moved: ({ message, ...figures }: MovementFigures & { message: MovementMessage }) => ({
    title: 'ポイントの移行',
    message: movementText(message, figures),
  }),
  silver_bought: ({ store, amount }: AtStore & { amount: number }) => ({
    title: '買取が完了しました',
    message: `${at(store)}${amount > 0 ? `${yen(amount)}を残高に加えました。` : '買取が完了しました。'}`,
  }),
  balance_paid_back: ({ amount, balance }: { amount: number; balance: number | null }) => ({
    title: '残高を払い戻しました',
    message: `${yen(amount)}${rest(balance)}`,
  }),
  balance_taken: ({
    store,
    message,
    amount,
  }: AtStore & { message: MovementMessage | null; amount: number }) => ({
    title:
      message === null
        ? '残高の取り消し'
        : movementText(message, { received_balance: 0, received_points: 0, points: 0 }),
    message: `${at(store)}残高から${yen(amount)}を差し引きました。`,
  }),
  granted: ({ message, ...figures }: MovementFigures & { message: MovementMessage | null }) => {
    const title = `${given(figures)}が付与されました`
    return { title, message: message === null ? title : movementText(message, figures) }
  },
  confirm_move: ({ store, receiver, points, seconds }: Confirmed & { receiver: string; points: number }) => ({
    title: 'ポイントの移行の確認をお願いします',
    message: `${store}で${receiver}さんへ${pt(points)}を移します。${seconds}秒以内に確認してください。`,
    label: '確認する',
  }),
  confirm_payment: ({
    store,
    total,
    later,
    due_on,
    seconds,
  }: Confirmed & { total: number; later: number; due_on: string | null }) => ({
    title: 'お支払いの確認をお願いします',
    message: `${store}で${yen(total)}のお支払いです${due_on === null ? '' : `（うち後払い${yen(later)}、お支払期日${dayText(due_on)}）`}。${seconds}秒以内に確認してください。`,
    label: '確認する',
  }),
} as const

type Confirmed = { store: string; seconds: number }

/** What stands on a locked screen instead of a title with an amount in it. */
export const onLockedScreen: Readonly<Record<string, string>> = {
  payment: 'お支払いのお知らせ',
  offer: '特典のお知らせ',
  affiliate: 'アフィリエイトのお知らせ',
}
export const anyNotice = 'お知らせ'
export const seeInTheApp = '内容はアプリでご確認ください。'
/** How an amount stands in a sentence. */
export const amountForm = /\d\s*(?:円|pt|ポイント)|[¥￥]\s*\d/i
