import { moneyBack } from '@shirogane/contract/rules/ways'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import {
  iconBank,
  iconBell,
  iconCharge,
  iconClock,
  iconGift,
  iconDeferred,
  iconPen,
  iconPoint,
  iconStore,
  iconSwap,
  iconUndo,
} from '@shirogane/ui/icons/icons'
import type { ChipTone } from '@shirogane/ui/data/Chip'
import type { IconShape } from '@shirogane/ui/icons/Icon'
import type { RowTone } from '@shirogane/ui/data/Row'
import { yen } from '@shirogane/ui/data/text'
import { text } from './text.ts'

type Movement = { value: number; unit: typeof yen | 'pt' }

export type TransactionView = {
  icon: IconShape
  tone: RowTone
  title: string
  /** The word that always stands beside the sign and the colour. */
  kind: string
  chip: { tone: ChipTone; text: string } | null
  /** The main figure with its sign: negative is money out. Null where nothing moved. */
  main: Movement | null
  /** Points beside money, such as those a payment earned. */
  points: number | null
}

function chipOf({ type, status, tenders, later }: Transaction): TransactionView['chip'] {
  switch (status) {
    // Of what was deferred the articles came back, which need not be money; what is still owed says more.
    case 'refunded':
      return { tone: 'accent', text: tenders.later > 0 ? text.returned : text.refunded }
    case 'partially_refunded':
      return later !== undefined && later.remaining > 0
        ? deferredChip(later)
        : { tone: 'accent', text: tenders.later > 0 ? text.partlyReturned : text.partlyRefunded }
    case 'failed':
      return { tone: 'bad', text: text.failed }
    case 'open':
    case 'saved':
    case 'pending':
      return { tone: 'warn', text: text.pending }
    case 'cancelled':
    case 'deleted':
      return { tone: 'neutral', text: text.cancelled }
    case 'completed':
      return type === undefined && tenders.later > 0 ? deferredChip(later) : null
  }
}

/** How a deferred sale stands; where that is not known, that it is one. */
function deferredChip(later: Transaction['later']): TransactionView['chip'] {
  if (later === undefined) return { tone: 'warn', text: text.deferred }
  if (later.overdue) return { tone: 'bad', text: text.overdue }
  switch (later.status) {
    case 'open':
      return { tone: 'warn', text: text.unpaid }
    case 'partially_paid':
      return { tone: 'warn', text: text.partlyPaid }
    case 'settled':
      return { tone: 'ok', text: text.paid }
    case 'written_off':
    case 'cancelled':
      return { tone: 'neutral', text: text.ended }
  }
}

/** Money first; where only points moved, the points are the figure. */
function received({
  received_wallet,
  received_point_total,
}: Transaction): Pick<TransactionView, 'main' | 'points'> {
  if (received_wallet !== 0)
    return {
      main: { value: received_wallet, unit: yen },
      points: received_point_total === 0 ? null : received_point_total,
    }
  if (received_point_total !== 0) return { main: { value: received_point_total, unit: 'pt' }, points: null }
  return { main: null, points: null }
}

/**
 * Money, in any form in which it came back, else by how much the debt shrank, and beside it what the points gained or
 * lost.
 */
function givenBack(
  { refund, point_amount }: Transaction,
  moved: Pick<TransactionView, 'main' | 'points'>,
): Pick<TransactionView, 'main' | 'points' | 'kind'> {
  if (refund === undefined) return { ...moved, kind: text.refund }
  const money = moneyBack(refund)
  const kind =
    refund.kind === 'void'
      ? text.cancelled
      : money === 0 && refund.later > 0
        ? text.deferredReduced
        : text.refund
  const value = money || refund.later
  if (value === 0) return { main: { value: point_amount, unit: 'pt' }, points: null, kind }
  return { main: { value, unit: yen }, points: point_amount === 0 ? null : point_amount, kind }
}

/** A claim moves what was confirmed already; only what becomes balance is money that comes in a second time. */
function rewardView(
  { reward }: Transaction,
  moved: Pick<TransactionView, 'main' | 'points'>,
): TransactionView {
  const view: TransactionView = {
    icon: iconGift,
    tone: 'ok',
    title: text.reward,
    kind: text.confirmed,
    chip: null,
    ...moved,
  }
  switch (reward?.step) {
    case 'confirm':
      return { ...view, main: { value: reward.amount, unit: yen } }
    case 'reverse':
      return {
        ...view,
        icon: iconUndo,
        tone: 'accent',
        kind: text.cancelled,
        main: { value: reward.amount, unit: yen },
      }
    case 'claim':
      return {
        ...view,
        icon: iconSwap,
        tone: 'accent',
        kind: reward.method === 'wallet' ? text.toBalance : text.toPayout,
      }
    case undefined:
      return view
  }
}

/** How each kind of movement is named and drawn, in the list and at the head of its page. */
export function viewOf(transaction: Transaction): TransactionView {
  const { type, store, spent_total, received_point_total, point_amount, tenders, message, related_id, card } =
    transaction
  const storeName = store?.name ?? text.online
  const chip = chipOf(transaction)
  const moved = received(transaction)
  const spent = (value: number): Pick<TransactionView, 'main' | 'points'> => ({
    main: { value: -value, unit: yen },
    points: null,
  })
  switch (type) {
    case undefined: {
      if (spent_total === 0 && related_id !== null) {
        return { icon: iconUndo, tone: 'accent', title: storeName, kind: text.cancelled, chip, ...moved }
      }
      if (spent_total === 0) {
        return {
          icon: iconGift,
          tone: 'ok',
          title: text.invited,
          kind: moved.main?.unit === 'pt' ? text.pointsReceived : text.balanceReceived,
          chip,
          ...moved,
        }
      }
      const isDeferred = tenders.later > 0
      return {
        icon: isDeferred ? iconDeferred : iconStore,
        tone: isDeferred ? 'warn' : 'neutral',
        title: storeName,
        kind: isDeferred ? text.deferred : text.payment,
        chip,
        main: { value: -spent_total, unit: yen },
        points: received_point_total === 0 ? null : received_point_total,
      }
    }
    case 'refund':
      return {
        icon: iconUndo,
        tone: 'accent',
        title: storeName,
        chip: chip ?? { tone: 'accent', text: transaction.refund?.later ? text.articlesBack : text.refund },
        ...givenBack(transaction, moved),
      }
    case 'notification':
      return {
        icon: iconBell,
        tone: 'accent',
        title: message ?? text.notice,
        kind: text.notice,
        chip,
        ...moved,
      }
    case 'charge':
      return {
        icon: iconCharge,
        tone: 'ok',
        title: text.charge,
        // A card is charged in no shop, although the charge stands in the books of one. A copy from before has none.
        kind: card ? `${card.brand} •••• ${card.last4}` : storeName,
        chip,
        ...moved,
      }
    case 'reward':
      return rewardView(transaction, moved)
    case 'grant':
      return {
        icon: iconPoint,
        tone: 'ok',
        title: message ?? storeName,
        kind: moved.main?.unit === yen ? text.balanceReceived : text.pointsGranted,
        chip,
        ...moved,
      }
    case 'convert':
      return {
        icon: iconSwap,
        tone: 'accent',
        title: text.convert,
        kind: text.toBalanceConverted,
        chip,
        ...moved,
      }
    case 'transfer':
      return { icon: iconSwap, tone: 'accent', title: text.pointsMoved, kind: text.moved, chip, ...moved }
    case 'payout':
    case 'prepaid_cashout': {
      const name = type === 'payout' ? text.payout : text.cashout
      return {
        icon: iconBank,
        tone: 'neutral',
        title: name,
        kind: name,
        chip,
        ...(spent_total > 0 ? spent(spent_total) : moved),
      }
    }
    case 'buyback':
      return {
        icon: iconStore,
        tone: 'ok',
        title: text.buyback,
        kind: storeName,
        chip,
        // What was paid in cash or goes to a bank never was in the wallet; the row tells it all the same.
        ...(tenders.cash > 0 ? { main: { value: tenders.cash, unit: yen }, points: null } : moved),
      }
    case 'expire':
      return {
        icon: iconClock,
        tone: 'neutral',
        title: text.pointsExpired,
        kind: text.expired,
        chip,
        main: { value: moved.main?.value ?? -Math.abs(point_amount), unit: 'pt' },
        points: null,
      }
    case 'later_payment':
      return {
        icon: iconDeferred,
        tone: 'neutral',
        title: storeName,
        kind: text.deferredPayment,
        chip,
        ...(spent_total > 0 ? spent(spent_total) : moved),
      }
    case 'adjustment':
      return {
        icon: iconPen,
        tone: 'accent',
        title: text.adjustment,
        kind: text.adjustment,
        chip,
        ...(tenders.balance > 0 ? spent(tenders.balance) : moved),
      }
    default:
      // A newer server may know kinds that this page does not: what moved is shown all the same.
      return {
        icon: iconStore,
        tone: 'neutral',
        title: storeName,
        kind: text.transaction,
        chip,
        ...(spent_total > 0 ? spent(spent_total) : moved),
      }
  }
}
