import { randomUUID } from 'node:crypto'
import type { RegisterState } from '@shirogane/contract/transactions'
import type { Caller } from './caller.ts'
import { tap } from './confirmations.ts'
import { signature } from './later.ts'
import { patienceMs } from './patience.ts'
import type { TestDatabase } from './database.ts'

type Sale = {
  amount: number
  tenders: { balance?: number; points?: number; cash?: number; card?: number; later?: number }
  cash_tendered?: number
}

/** A sale as it happens at the till: the customer shows a code, the register takes it, and a large one is agreed to. */
export async function sell(register: Caller, customer: Caller | null, sale: Sale): Promise<RegisterState> {
  const token = customer && (await customer.get('users.token')).token
  const isDeferred = (sale.tenders.later ?? 0) > 0
  const ask = {
    body: {
      ...(token && { token }),
      transaction_id: randomUUID(),
      ...(isDeferred && { later: { signature } }),
      ...sale,
    },
    headers: { 'Idempotency-Key': randomUUID() },
  }
  const state = await register.get('transactions.pay', ask)
  if (customer === null || state.status !== 'pending_confirm') return state
  await tap(customer)
  return register.get('transactions.pay', ask)
}

/** Returns when everything that was committed has been told. */
export async function outboxIsEmpty(db: TestDatabase): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    const [row] = await db.query<{ left: number }>(
      'select count(*) as left from ledger.outbox where sent_at is null and not dead',
    )
    if (row?.left === 0) return
    await new Promise((wake) => setTimeout(wake, 20))
  }
  throw new Error('The outbox does not become empty')
}
