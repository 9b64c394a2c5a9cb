import type { Tenders } from '@shirogane/contract/resources/shapes'
import { randomUUID } from 'node:crypto'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { Caller } from '../calls/caller.ts'
import { tap } from './confirmations.ts'

type Sale = {
  amount: number
  tenders: Partial<Omit<Tenders, 'bank'>>
  cash_tendered?: number
}

/** A sale as it happens at the register: the customer shows a code, the register takes it, and a large or deferred one is agreed to. */
export async function sell(register: Caller, customer: Caller | null, sale: Sale): Promise<RegisterState> {
  const token = customer && (await customer.get('users.token')).token
  const ask = {
    body: {
      ...(token && { token }),
      transaction_id: randomUUID(),
      ...sale,
    },
    headers: { 'Idempotency-Key': randomUUID() },
  }
  const state = await register.get('transactions.pay', ask)
  if (customer === null || state.status !== 'pending_confirm') return state
  await tap(customer)
  return register.get('transactions.pay', ask)
}

/** A sale's state but for the seconds left of its claim: what is the same whenever it is asked. */
export function withoutCountdown({
  claim_expires_in: _,
  ...state
}: RegisterState): Omit<RegisterState, 'claim_expires_in'> {
  return state
}
