import { saleTotal } from '@shirogane/contract/rules/money'
import { type NoticeTopic, noticeTopics } from '@shirogane/contract/resources/members/notifications'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { isDebtAlone } from '@shirogane/contract/rules/ways'
import { dayText } from '../../lib/dates-text.ts'
import { paidWords } from '../../lib/paid-words.ts'
import { pt, yen } from '../../lib/amounts-text.ts'

export type Notice = { dedupe_key: string; topic: NoticeTopic; title: string; message: string }

type Subject = {
  transaction: Transaction
  /** Until when what a sale deferred is to be paid; null where it deferred nothing. */
  due_on: string | null
  /** Where the movement lifted the customer to a rank that they had not reached before in that year. */
  rise?: { key: string; name: string } | undefined
}

/** What a customer is told of a movement of theirs, in one or two notices. */
export function noticesOf({ transaction, due_on, rise }: Subject): Notice[] {
  const notice = movementNotice(transaction, due_on)
  return [
    ...(notice ? [{ dedupe_key: `movement:${transaction.id}`, ...notice }] : []),
    ...(rise
      ? [
          {
            dedupe_key: rise.key,
            topic: 'offer' as const,
            title: 'ランクが上がりました！',
            message: `${rise.name}ランクになりました`,
          },
        ]
      : []),
  ]
}

type Paid = Pick<Transaction, 'spent_total' | 'tax'> & {
  store: { name: string } | null
  tenders: Pick<Transaction['tenders'], 'points' | 'later'>
}

export function paymentNotice(sale: Paid, due_on: string | null): Omit<Notice, 'dedupe_key'> {
  const { store, tenders } = sale
  const total = saleTotal(sale, tenders.points)
  if (due_on === null) {
    return {
      topic: 'payment',
      title: 'お支払いが完了しました',
      // Where points were all that was given, no yen were paid.
      message:
        total === 0
          ? `${store ? `${store.name}で` : ''}${pt(tenders.points)}をご利用いただきました。`
          : `${store ? `${store.name}で` : ''}${yen(total)}をお支払いいただきました。`,
    }
  }
  return {
    topic: 'payment',
    title: '後払いを承りました',
    message: `${store ? `${store.name}：` : ''}${paidWords(sale)}（お支払期日 ${dayText(due_on)}）`,
  }
}

function movementNotice(transaction: Transaction, due_on: string | null): Omit<Notice, 'dedupe_key'> | null {
  const { type, store, spent_total, received_wallet, received_point_total, wallet_after } = transaction
  if (type === undefined) return paymentNotice(transaction, due_on)
  if (type === 'refund') {
    return transaction.refund?.kind === 'void'
      ? {
          topic: 'payment',
          title: transaction.tenders.later > 0 ? 'お取引が取り消されました' : 'お支払いが取り消されました',
          message: paidWords(transaction),
        }
      : {
          topic: 'payment',
          title:
            transaction.refund && isDebtAlone(transaction.refund) ? '返品を承りました' : '返金が完了しました',
          message: transaction.message ?? yen(spent_total),
        }
  }
  if (type === 'later_payment') {
    return {
      topic: 'payment',
      title: '後払いのお支払いが完了しました',
      message: `${store ? `${store.name}：` : ''}${yen(spent_total)}をお支払いいただきました。`,
    }
  }
  if (type === 'charge') {
    const after = wallet_after ? `（残高 ${yen(wallet_after.balance)}）` : ''
    return { topic: 'payment', title: 'チャージが完了しました', message: `${yen(received_wallet)}${after}` }
  }
  // What is confirmed is told once a day, and the reader made the claim themself.
  if (type === 'reward' && transaction.reward?.step === 'reverse') {
    return {
      topic: 'affiliate',
      title: '紹介報酬の取り消し',
      message: `${transaction.message ?? '紹介報酬の取り消し'}：${yen(-transaction.reward.amount)}`,
    }
  }
  if (type === 'transfer' && transaction.message !== null) {
    return { topic: 'offer', title: 'ポイントの移行', message: transaction.message }
  }
  if (type === 'buyback') {
    const paid = received_wallet > 0 ? `${yen(received_wallet)}を残高に加えました。` : '買取が完了しました。'
    return {
      topic: 'payment',
      title: '買取が完了しました',
      message: `${store ? `${store.name}：` : ''}${paid}`,
    }
  }
  if (type === 'prepaid_cashout') {
    const after = wallet_after ? `（残高 ${yen(wallet_after.balance)}）` : ''
    return { topic: 'payment', title: '残高を払い戻しました', message: `${yen(spent_total)}${after}` }
  }
  // Nothing but a purchase of silver and a charge in cash takes balance away as it is mended.
  if (type === 'adjustment' && transaction.tenders.balance > 0) {
    return {
      topic: 'payment',
      title: transaction.message ?? '残高の取り消し',
      message: `${store ? `${store.name}：` : ''}残高から${yen(transaction.tenders.balance)}を差し引きました。`,
    }
  }
  if (type === 'grant') {
    const given = [received_point_total && pt(received_point_total), received_wallet && yen(received_wallet)]
    const what = given.filter(Boolean).join('と')
    return what
      ? {
          topic: 'offer',
          title: `${what}が付与されました`,
          message: transaction.message ?? `${what}が付与されました`,
        }
      : null
  }
  return null
}

const onLockedScreen: Readonly<Record<string, string>> = {
  payment: 'お支払いのお知らせ',
  offer: '特典のお知らせ',
  affiliate: 'アフィリエイトのお知らせ',
}
const amount = /\d\s*(?:円|pt|ポイント)|[¥￥]\s*\d/i

/** A passer-by who sees a phone on a table learns no amount, unless its owner wants it there. */
export function shownOnLockedScreen(notice: {
  topic: string
  title: string
  message: string
  shows_amounts: boolean
}): { title: string; body: string } {
  const { topic, title, message, shows_amounts } = notice
  // Full-width figures and ones with commas are amounts as well.
  const hides = (text: string) => !shows_amounts && amount.test(text.normalize('NFKC'))
  return {
    title: hides(title) ? (onLockedScreen[topic] ?? 'お知らせ') : title,
    body: hides(message) || hides(title) ? '内容はアプリでご確認ください。' : message,
  }
}

/** What a choice turns on and off; topics that it does not name stay as they are. */
export function switched(choice: { [Topic in NoticeTopic]?: boolean | undefined } = {}): {
  on: NoticeTopic[]
  off: NoticeTopic[]
} {
  return {
    on: noticeTopics.filter((topic) => choice[topic] === true),
    off: noticeTopics.filter((topic) => choice[topic] === false),
  }
}
