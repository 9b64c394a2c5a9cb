import { saleTotal } from '@shirogane/domain/money/money'
import { type NoticeTopic, noticeTopics } from '@shirogane/contract/resources/members/notifications'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { counterTenders, eachOf } from '@shirogane/domain/sales/tenders'
import { isDebtAlone } from '@shirogane/contract/rules/ways'
import type { MovementMessage } from '@shirogane/ledger'
import { amountForm, anyNotice, onLockedScreen, seeInTheApp } from '../../notices/movements-text.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

export type Notice = { dedupe_key: string; topic: NoticeTopic } & NoticeFacts

type Subject = {
  transaction: Transaction
  /** What the movement's own row says of it. */
  message: MovementMessage | null
  /** Until when what a sale deferred is to be paid; null where it deferred nothing. */
  due_on: string | null
  /** Where the movement lifted the customer to a rank that they had not reached before in that year. */
  rise?: { key: string; name: string } | undefined
}

/** What a customer is told of a movement of theirs, in one or two notices. */
export function noticesOf({ transaction, message, due_on, rise }: Subject): Notice[] {
  const notice = movementNotice(transaction, message, due_on)
  return [
    ...(notice ? [{ dedupe_key: `movement:${transaction.id}`, ...notice }] : []),
    ...(rise
      ? [
          {
            dedupe_key: rise.key,
            topic: 'offer' as const,
            kind: 'level_raised' as const,
            facts: { name: rise.name },
          },
        ]
      : []),
  ]
}

type Paid = Pick<Transaction, 'spent_total' | 'tax'> & {
  store: { name: string } | null
  tenders: Pick<Transaction['tenders'], 'points' | 'later'>
}
type Written = { topic: NoticeTopic } & NoticeFacts

/** What a sale came to, as its receipt has it. */
const paidOf = (sale: Omit<Paid, 'store'>) => ({
  total: saleTotal(sale, sale.tenders.points),
  points: sale.tenders.points,
  later: sale.tenders.later,
})

export function paymentNotice(sale: Paid, due_on: string | null): Written {
  const store = sale.store?.name ?? null
  const { total, points, later } = paidOf(sale)
  return due_on === null
    ? { topic: 'payment', kind: 'paid', facts: { store, total, points } }
    : { topic: 'payment', kind: 'deferred', facts: { store, total, points, later, due_on } }
}

function movementNotice(
  transaction: Transaction,
  message: MovementMessage | null,
  due_on: string | null,
): Written | null {
  const { type, spent_total, received_wallet, received_point_total, tenders, refund } = transaction
  const store = transaction.store?.name ?? null
  const balance = transaction.wallet_after?.balance ?? null
  const figures = {
    received_balance: received_wallet,
    received_points: received_point_total,
    points: tenders.points,
  }
  if (type === undefined) return paymentNotice(transaction, due_on)
  if (type === 'refund' && refund?.kind === 'void') {
    return { topic: 'payment', kind: 'voided', facts: paidOf(transaction) }
  }
  if (type === 'refund') return refund ? refundNotice(refund) : null
  if (type === 'later_payment') {
    return { topic: 'payment', kind: 'debt_paid', facts: { store, amount: spent_total } }
  }
  if (type === 'charge') {
    return { topic: 'payment', kind: 'charged', facts: { amount: received_wallet, balance } }
  }
  // What is confirmed is told once a day, and the reader made the claim themself.
  if (type === 'reward' && message !== null && transaction.reward?.step === 'reverse') {
    return {
      topic: 'affiliate',
      kind: 'reward_taken_back',
      facts: { message, amount: -transaction.reward.amount },
    }
  }
  if (type === 'transfer' && message !== null) {
    return { topic: 'offer', kind: 'points_moved', facts: { message, ...figures } }
  }
  if (type === 'buyback') {
    return { topic: 'payment', kind: 'silver_bought', facts: { store, amount: received_wallet } }
  }
  if (type === 'prepaid_cashout') {
    return { topic: 'payment', kind: 'balance_paid_back', facts: { amount: spent_total, balance } }
  }
  // Nothing but a purchase of silver and a charge in cash takes balance away as it is mended.
  if (type === 'adjustment' && tenders.balance > 0) {
    return { topic: 'payment', kind: 'balance_taken', facts: { store, message, amount: tenders.balance } }
  }
  if (type === 'grant' && (received_point_total > 0 || received_wallet > 0)) {
    return { topic: 'offer', kind: 'granted', facts: { message, ...figures } }
  }
  return null
}

const refundNotice = (refund: NonNullable<Transaction['refund']>): Written => ({
  topic: 'payment',
  kind: 'refunded',
  facts: {
    debt_alone: isDebtAlone(refund),
    balance: refund.balance_paid + refund.balance_bonus,
    ...eachOf(counterTenders, (tender) => refund[tender]),
    points: refund.points_returned,
    later: refund.later,
    deducted: refund.points_deducted,
  },
})

/** A passer-by who sees a phone on a table learns no amount, unless its owner wants it there. */
export function shownOnLockedScreen(notice: {
  topic: string
  title: string
  message: string
  shows_amounts: boolean
}): { title: string; body: string } {
  const { topic, title, message, shows_amounts } = notice
  // Full-width figures and ones with commas are amounts as well.
  const hides = (text: string) => !shows_amounts && amountForm.test(text.normalize('NFKC'))
  return {
    title: hides(title) ? (onLockedScreen[topic] ?? anyNotice) : title,
    body: hides(message) || hides(title) ? seeInTheApp : message,
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
