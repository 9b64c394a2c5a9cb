import { randomUUID } from 'node:crypto'
import type { Clerk, Customer, World } from './world.ts'

export type CashoutReason = 'within_quota' | 'relocation' | 'emigration' | 'other_hardship' | 'business_end'
export type Answer = { code: string | null; n: number | null; replayed: boolean }
export type Asked = {
  customer: Customer
  amount: number
  reason?: CashoutReason
  way?: 'bank' | 'cash'
  note?: string
  id?: string
  by?: Clerk
}
export type Agreed = { by?: Clerk; key?: string | null; proven?: boolean; hash?: string }

/** Those of head office who pay balance back, and what they do, as the application asks for it. */
export type CashoutDesk = {
  accountant: Clerk
  owner: Clerk
  request(asked: Asked): Promise<Answer & { id: string }>
  approve(id: string, agreed?: Agreed): Promise<Answer>
  decline(id: string, by?: Clerk): Promise<string | null>
  /** Asked for and agreed to. */
  payBack(asked: Asked): Promise<Answer>
}

export async function openCashoutDesk(world: World): Promise<CashoutDesk> {
  const hire = async (type: 'accounting' | 'owner'): Promise<Clerk> => {
    const somebody = await world.clerk(world.register.store_id, world.register.register_id)
    await world.owner.query('update employees set type = $2, store_id = null where user_id = $1', [
      somebody.user_id,
      type,
    ])
    return somebody
  }
  const [accountant, owner] = [await hire('accounting'), await hire('owner')]

  const desk: CashoutDesk = {
    accountant,
    owner,
    async request({
      customer,
      amount,
      reason = 'within_quota',
      way = 'bank',
      note = 'ご本人の申し出',
      ...asked
    }) {
      const { id = randomUUID(), by = accountant } = asked
      const { rows } = await world.app.query('select code, n, replayed from ledger.request_cashout($1)', [
        JSON.stringify({
          id,
          user_id: customer.id,
          amount,
          reason,
          way,
          note,
          actor_id: by.user_id,
          session_id: by.session_id,
        }),
      ])
      return { id, ...rows[0] }
    },
    async approve(id, { by = owner, key = randomUUID(), proven = true, hash = '\\x00' } = {}) {
      const { rows } = await world.app.query(
        'select code, n, replayed from ledger.approve_cashout($1, $2, $3, $4, $5, $6)',
        [id, by.user_id, by.session_id, key, hash, proven],
      )
      return rows[0]
    },
    async decline(id, by = accountant) {
      const { rows } = await world.app.query('select ledger.decline_cashout($1, $2, $3) as code', [
        id,
        by.user_id,
        by.session_id,
      ])
      return rows[0].code
    },
    async payBack(asked) {
      const { id, ...answer } = await desk.request(asked)
      return answer.code === null ? desk.approve(id) : answer
    },
  }
  return desk
}
