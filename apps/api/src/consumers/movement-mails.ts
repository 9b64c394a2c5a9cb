import { pointsAs } from '@shirogane/domain/money/money'
import { moneyTenders, eachOf } from '@shirogane/domain/sales/tenders'
import type { Tenders } from '@shirogane/contract/resources/shapes'
import { isDebtAlone, waysOf } from '@shirogane/contract/rules/ways'
import type { Context } from '../context.ts'
import {
  enqueueMessages,
  type NewMessage,
  type PaidBill,
  type RefundedBill,
} from '../features/messages/index.ts'
import { mailAddresses } from '../features/notifications/index.ts'
import { listFirstRises, type Rise } from '../features/levels/index.ts'
import { getMovements, type Movement } from '../features/transactions/index.ts'
import type { Consumer } from './consume.ts'
import type { Followed } from './consumers-store.ts'

/** Leaves the mails of movements behind, for those who have left such mails on. The messenger carries them out. */
export const mailConsumer: Consumer = {
  name: 'mails',
  job: 'movement_mails',
  async decide(ctx: Context, movements) {
    const messages = await writeMails(ctx, movements)
    return {
      dealt: movements.length,
      write: messages.length === 0 ? null : async (tx) => void (await enqueueMessages(ctx, tx, messages)),
      announce() {
        if (messages.length > 0) ctx.wakeMessenger()
      },
    }
  },
}

async function writeMails(ctx: Context, movements: readonly Followed[]): Promise<NewMessage[]> {
  const rises = await listFirstRises(ctx.db, movements)
  const [ofMoney, ofLevel] = [movements.filter(movesMoney), movements.filter(({ id }) => rises.has(id))]
  const [forMoney, forLevel] = await Promise.all([
    mailAddresses(ctx, customersOf(ofMoney), 'payment'),
    mailAddresses(ctx, customersOf(ofLevel), 'offer'),
  ])
  const wanted = ofMoney.flatMap((movement) =>
    addressOf(movement, forMoney) === undefined ? [] : movement.id,
  )
  const read = wanted.length === 0 ? new Map<string, Movement>() : await getMovements(ctx, wanted)
  return [
    ...ofMoney.flatMap((movement) => addressed(movement, forMoney, () => moneyMail(read.get(movement.id)!))),
    ...ofLevel.flatMap((movement) => addressed(movement, forLevel, () => levelMail(rises.get(movement.id)!))),
  ]
}

function movesMoney({ kind }: Followed): boolean {
  return kind === 'payment' || kind === 'charge' || kind === 'refund'
}

function customersOf(movements: readonly Followed[]): string[] {
  return movements.flatMap(({ customer_id }) => customer_id ?? [])
}

function addressOf({ customer_id }: Followed, addresses: ReadonlyMap<string, string>): string | undefined {
  return customer_id === null ? undefined : addresses.get(customer_id)
}

type Contents = Pick<NewMessage, 'template' | 'data' | 'dedupe_key'>

function addressed(
  movement: Followed,
  addresses: ReadonlyMap<string, string>,
  write: () => Contents,
): NewMessage[] {
  const to = addressOf(movement, addresses)
  return to === undefined ? [] : [{ user_id: movement.customer_id!, to, ...write() }]
}

function levelMail({ key, name }: Rise): Contents {
  return { template: 'level_raised', data: { level: name }, dedupe_key: `${key}:mail` }
}

const inMoney = (tenders: Tenders): PaidBill['tenders'] => eachOf(moneyTenders, (tender) => tenders[tender])

function moneyMail({ row, transaction, due_on }: Movement): Contents {
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
      ways: inMoney(waysOf(transaction)),
      points_returned: refund.points_returned,
      points_reclaimed: refund.points_reclaimed,
      points_deducted: refund.points_deducted,
      points_after: wallet_after?.point_balance ?? null,
      reason: refund.reason,
    }
    return { template: 'refund_completed', data, dedupe_key }
  }
  const data: PaidBill = {
    number,
    at,
    store: transaction.store?.name ?? null,
    articles: transaction.spent_total,
    points_used: transaction.tenders.points,
    points_as: pointsAs(transaction, transaction.tenders.points),
    tax: transaction.tax,
    tenders: inMoney(transaction.tenders),
    later: due_on === null ? null : { due_on, owed_after: row.receivable_after },
    points_received: transaction.received_point_total,
    points_after: wallet_after?.point_balance ?? null,
  }
  return { template: 'payment_completed', data, dedupe_key }
}
