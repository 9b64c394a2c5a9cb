import { randomUUID } from 'node:crypto'
import type { Ask, Caller, Output } from '../calls/caller.ts'
import { castPassword } from '../database.ts'
import type { TestApi } from '../start-api.ts'

type Reason = 'within_quota' | 'relocation'

/** What accounting asks for: balance of this member, paid back by transfer. */
export function cashoutBody(user_id: string, amount: number, reason: Reason = 'relocation') {
  return {
    id: randomUUID(),
    user_id,
    amount,
    reason,
    way: 'bank' as const,
    note: '海外への転居（書面で確認）',
  }
}

/** As if this owner had just shown in this session who they are, for a cash-out. */
export async function proveCashout(owner: Caller): Promise<void> {
  await owner.get('auth.stepUp', { body: { method: 'password', purpose: 'cashout', password: castPassword } })
}

/** A cash-out that accounting asked for and that waits. */
export async function requestCashout(
  api: TestApi,
  user_id: string,
  amount: number,
  reason: Reason = 'relocation',
): Promise<Output<'admin.requestCashout'>> {
  return (await api.as('accountant')).get('admin.requestCashout', {
    body: cashoutBody(user_id, amount, reason),
  })
}

/** A legal request of each call about balance that is paid back, for the table of rights. */
export function cashoutAsks(api: () => TestApi) {
  const hanako = async () => (await api().as('hanako')).user_id
  const clear = () =>
    api().db.query(
      `update prepaid_cashouts set status = 'withdrawn', decided_by = requested_by, decided_at = now()
       where status = 'requested'`,
    )
  async function waiting(): Promise<string> {
    await clear()
    return (await requestCashout(api(), await hanako(), 1)).id
  }
  return {
    'admin.cashouts': (): Ask => ({}),
    'admin.cashoutMembers': (): Ask => ({ query: { q: 'hanako' } }),
    'admin.requestCashout': async (): Promise<Ask> => {
      await clear()
      return { body: cashoutBody(await hanako(), 1) }
    },
    'admin.approveCashout': async (column: string): Promise<Ask> => {
      const id = column === 'admin' ? await waiting() : randomUUID()
      if (column === 'admin') await proveCashout(await api().as('owner'))
      return { params: { id }, headers: { 'Idempotency-Key': randomUUID() } }
    },
    'admin.declineCashout': async (column: string): Promise<Ask> => ({
      params: { id: column === 'admin' ? await waiting() : randomUUID() },
    }),
  }
}
