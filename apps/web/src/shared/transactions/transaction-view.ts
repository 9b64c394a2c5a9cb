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

type Movement = { value: number; unit: '円' | 'pt' }

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

const online = 'オンラインストア'

function chipOf({ type, status, tenders, later }: Transaction): TransactionView['chip'] {
  switch (status) {
    // Of what was deferred the goods came back, which need not be money; what is still owed says more.
    case 'refunded':
      return { tone: 'accent', text: tenders.later > 0 ? '返品済み' : '返金済み' }
    case 'partially_refunded':
      return later !== undefined && later.remaining > 0
        ? deferredChip(later)
        : { tone: 'accent', text: tenders.later > 0 ? '一部返品済み' : '一部返金済み' }
    case 'failed':
      return { tone: 'bad', text: '失敗' }
    case 'open':
    case 'saved':
    case 'pending':
      return { tone: 'warn', text: '処理中' }
    case 'cancelled':
    case 'deleted':
      return { tone: 'neutral', text: '取り消し' }
    case 'completed':
      return type === undefined && tenders.later > 0 ? deferredChip(later) : null
  }
}

/** How a deferred sale stands; where that is not known, that it is one. */
function deferredChip(later: Transaction['later']): TransactionView['chip'] {
  if (later === undefined) return { tone: 'warn', text: '後払い' }
  if (later.overdue) return { tone: 'bad', text: '期限超過' }
  switch (later.status) {
    case 'open':
      return { tone: 'warn', text: '未払い' }
    case 'partially_paid':
      return { tone: 'warn', text: '一部支払い済み' }
    case 'settled':
      return { tone: 'ok', text: '支払い済み' }
    case 'written_off':
    case 'cancelled':
      return { tone: 'neutral', text: '終了' }
  }
}

/** Money first; where only points moved, the points are the figure. */
function received({
  received_wallet,
  received_point_total,
}: Transaction): Pick<TransactionView, 'main' | 'points'> {
  if (received_wallet !== 0)
    return {
      main: { value: received_wallet, unit: '円' },
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
  if (refund === undefined) return { ...moved, kind: '返金' }
  const money = refund.balance_paid + refund.balance_bonus + refund.cash + refund.card
  const kind = refund.kind === 'void' ? '取り消し' : money === 0 && refund.later > 0 ? '後払いの減額' : '返金'
  const value = money || refund.later
  if (value === 0) return { main: { value: point_amount, unit: 'pt' }, points: null, kind }
  return { main: { value, unit: '円' }, points: point_amount === 0 ? null : point_amount, kind }
}

/** A claim moves what was confirmed already; only what becomes balance is money that comes in a second time. */
function rewardView(
  { reward }: Transaction,
  moved: Pick<TransactionView, 'main' | 'points'>,
): TransactionView {
  const view: TransactionView = {
    icon: iconGift,
    tone: 'ok',
    title: '紹介報酬',
    kind: '確定',
    chip: null,
    ...moved,
  }
  switch (reward?.step) {
    case 'confirm':
      return { ...view, main: { value: reward.amount, unit: '円' } }
    case 'reverse':
      return {
        ...view,
        icon: iconUndo,
        tone: 'accent',
        kind: '取り消し',
        main: { value: reward.amount, unit: '円' },
      }
    case 'claim':
      return {
        ...view,
        icon: iconSwap,
        tone: 'accent',
        kind: reward.method === 'wallet' ? '残高へ' : '振込用へ',
      }
    case undefined:
      return view
  }
}

/** How each kind of movement is named and drawn, in the list and at the head of its page. */
export function viewOf(transaction: Transaction): TransactionView {
  const { type, store, spent_total, received_point_total, point_amount, tenders, message, related_id, card } =
    transaction
  const storeName = store?.name ?? online
  const chip = chipOf(transaction)
  const moved = received(transaction)
  const spent = (value: number): Pick<TransactionView, 'main' | 'points'> => ({
    main: { value: -value, unit: '円' },
    points: null,
  })
  switch (type) {
    case undefined: {
      if (spent_total === 0 && related_id !== null) {
        return { icon: iconUndo, tone: 'accent', title: storeName, kind: '取り消し', chip, ...moved }
      }
      if (spent_total === 0) {
        return {
          icon: iconGift,
          tone: 'ok',
          title: '招待特典',
          kind: moved.main?.unit === 'pt' ? 'ポイントの受け取り' : '残高の受け取り',
          chip,
          ...moved,
        }
      }
      const isDeferred = tenders.later > 0
      return {
        icon: isDeferred ? iconDeferred : iconStore,
        tone: isDeferred ? 'warn' : 'neutral',
        title: storeName,
        kind: isDeferred ? '後払い' : '支払い',
        chip,
        main: { value: -spent_total, unit: '円' },
        points: received_point_total === 0 ? null : received_point_total,
      }
    }
    case 'refund':
      return {
        icon: iconUndo,
        tone: 'accent',
        title: storeName,
        chip: chip ?? { tone: 'accent', text: transaction.refund?.later ? '返品' : '返金' },
        ...givenBack(transaction, moved),
      }
    case 'notification':
      return {
        icon: iconBell,
        tone: 'accent',
        title: message ?? 'お知らせ',
        kind: 'お知らせ',
        chip,
        ...moved,
      }
    case 'charge':
      return {
        icon: iconCharge,
        tone: 'ok',
        title: 'チャージ',
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
        kind: moved.main?.unit === '円' ? '残高の受け取り' : 'ポイント受け取り',
        chip,
        ...moved,
      }
    case 'convert':
      return { icon: iconSwap, tone: 'accent', title: 'ポイント交換', kind: '残高へ交換', chip, ...moved }
    case 'transfer':
      return { icon: iconSwap, tone: 'accent', title: 'ポイント移行', kind: '移行', chip, ...moved }
    case 'payout':
    case 'prepaid_cashout': {
      const name = type === 'payout' ? '出金' : '残高の払戻し'
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
        title: '買取',
        kind: storeName,
        chip,
        // What was paid in cash or goes to a bank never was in the wallet; the row tells it all the same.
        ...(tenders.cash > 0 ? { main: { value: tenders.cash, unit: '円' }, points: null } : moved),
      }
    case 'expire':
      return {
        icon: iconClock,
        tone: 'neutral',
        title: 'ポイントの失効',
        kind: '有効期限切れ',
        chip,
        main: { value: moved.main?.value ?? -Math.abs(point_amount), unit: 'pt' },
        points: null,
      }
    case 'later_payment':
      return {
        icon: iconDeferred,
        tone: 'neutral',
        title: storeName,
        kind: '後払いのお支払い',
        chip,
        ...(spent_total > 0 ? spent(spent_total) : moved),
      }
    case 'adjustment':
      return {
        icon: iconPen,
        tone: 'accent',
        title: '調整',
        kind: '調整',
        chip,
        ...(tenders.balance > 0 ? spent(tenders.balance) : moved),
      }
    default:
      // A newer server may know kinds that this page does not: what moved is shown all the same.
      return {
        icon: iconStore,
        tone: 'neutral',
        title: storeName,
        kind: '取引',
        chip,
        ...(spent_total > 0 ? spent(spent_total) : moved),
      }
  }
}
