import { pointsAs } from '@shirogane/domain/money/money'
import { isDebtAlone } from '@shirogane/contract/rules/ways'
import type { Context } from '../context.ts'
import {
  enqueueMessages,
  type NewMessage,
  type PaidBill,
  type RefundedBill,
} from '../features/messages/index.ts'
import { mailAddresses } from '../features/notifications/index.ts'
import type { Rise } from '../features/levels/index.ts'
import type { Movement } from '../features/transactions/index.ts'

type Noticed = Movement & { rise: Rise | undefined }

/** Mails of the movements that their customers are also told of by mail, to those who have left such mails on. */
export async function mailMovements(ctx: Context, movements: readonly Noticed[]): Promise<void> {
  const [ofMoney, ofLevel] = [movements.filter(movesMoney), movements.filter(raisesLevel)]
  const [forMoney, forLevel] = await Promise.all([
    mailAddresses(ctx, customersOf(ofMoney), 'payment'),
    mailAddresses(ctx, customersOf(ofLevel), 'offer'),
  ])
  const messages: NewMessage[] = [
    ...ofMoney.flatMap((movement) => addressed(movement, forMoney, moneyMail)),
    ...ofLevel.flatMap((movement) => addressed(movement, forLevel, levelMail)),
  ]
  if (messages.length > 0 && (await enqueueMessages(ctx, ctx.db, messages)) > 0) ctx.wakeMessenger()
}

function movesMoney({ row }: Noticed): boolean {
  return row.kind === 'payment' || row.kind === 'charge' || row.kind === 'refund'
}

function raisesLevel({ rise }: Noticed): boolean {
  return rise !== undefined
}

function customersOf(movements: readonly Noticed[]): string[] {
  return movements.flatMap(({ row }) => row.customer_id ?? [])
}

type Contents = Pick<NewMessage, 'template' | 'data' | 'dedupe_key'>

function addressed(
  movement: Noticed,
  addresses: ReadonlyMap<string, string>,
  write: (movement: Noticed) => Contents,
): NewMessage[] {
  const user_id = movement.row.customer_id
  const to = user_id === null ? undefined : addresses.get(user_id)
  return user_id === null || to === undefined ? [] : [{ user_id, to, ...write(movement) }]
}

function levelMail({ rise }: Noticed): Contents {
  return { template: 'level_raised', data: { level: rise!.name }, dedupe_key: `${rise!.key}:mail` }
}

function moneyMail({ row, transaction, due_on }: Noticed): Contents {
  const { number, received_wallet, wallet_after } = transaction
  const at = row.completed_at.toISOString()
  const dedupe_key = `movement:${transaction.id}:mail`
  if (row.kind === 'charge') {
    const data = { number, at, charged: received_wallet, balance: wallet_after?.balance ?? null }
    return { template: 'charge_completed', data, dedupe_key }
  }
  if (transaction.refund) {
    const { refund, tax } = transaction
    const data: RefundedBill = {
      number,
      at,
      store: transaction.store?.name ?? null,
      debt_alone: isDebtAlone(refund),
      total: transaction.spent_total,
      tax,
      ways: {
        balance: refund.balance_paid + refund.balance_bonus,
        cash: refund.cash,
        card: refund.card,
        later: refund.later,
      },
      points_returned: refund.points_returned,
      points_reclaimed: refund.points_reclaimed,
      points_deducted: refund.points_deducted,
      points_after: wallet_after?.point_balance ?? null,
      reason: refund.reason,
    }
    return { template: 'refund_completed', data, dedupe_key }
  }
  const { balance, cash, card, later } = transaction.tenders
  const data: PaidBill = {
    number,
    at,
    store: transaction.store?.name ?? null,
    articles: transaction.spent_total,
    points_used: transaction.tenders.points,
    points_as: pointsAs(transaction, transaction.tenders.points),
    tax: transaction.tax,
    tenders: { balance, cash, card, later },
    later: due_on === null ? null : { due_on, owed_after: row.receivable_after },
    points_received: transaction.received_point_total,
    points_after: wallet_after?.point_balance ?? null,
  }
  return { template: 'payment_completed', data, dedupe_key }
}
