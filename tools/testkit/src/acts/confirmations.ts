import { randomUUID } from 'node:crypto'
import type { Confirmation } from '@shirogane/contract/resources/sales/confirmations'
import type { Ask, Caller } from '../calls/caller.ts'
import type { CastName } from '../cast.ts'
import { castPassword } from '../database.ts'
import { charge } from './funds.ts'
import type { TestApi } from '../start-api.ts'

/** The customer agrees to what their phone shows, with their password where no passkey is at hand. */
export async function tap(customer: Caller, password = castPassword): Promise<Confirmation> {
  const { confirmation } = await customer.get('transactions.confirmation')
  if (!confirmation) throw new Error('Nothing waits for this customer')
  await customer.get('auth.stepUp', {
    body: { method: 'password', purpose: 'pay', ref: confirmation.id, password },
  })
  return customer.get('transactions.confirm', {
    params: { id: confirmation.id },
    body: { decision: 'approve' },
  })
}

/** A legal request of each call about confirming large payments, for the table of rights. */
export function confirmationAsks(api: () => TestApi) {
  async function askedOf(name: CastName): Promise<string> {
    const [clerk, customer] = [await api().as('clerk'), await api().as(name)]
    const { balance } = await customer.get('users.wallet')
    if (balance < 10_001) await charge(api().db, customer.user_id, 10_001 - balance)
    const { token } = await customer.get('users.token')
    const { confirmation } = await clerk.get('transactions.pay', {
      body: { token, amount: 10_001, tenders: { balance: 10_001 } },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    return confirmation?.id ?? ''
  }

  return {
    'transactions.confirmation': (): Ask => ({}),
    'transactions.confirm': async (column: string): Promise<Ask> => ({
      params: { id: await askedOf(column === 'affiliator' ? 'takasaki' : 'hanako') },
      body: { decision: 'decline' },
    }),
    'transactions.withdrawConfirmation': async (): Promise<Ask> => {
      const { token } = await (await api().as('hanako')).get('users.token')
      const { transaction } = await (
        await api().as('clerk')
      ).get('transactions.pay', {
        body: { token, amount: 1_100 },
        headers: { 'Idempotency-Key': randomUUID() },
      })
      return { params: { id: transaction.id } }
    },
  }
}
