import { randomUUID } from 'node:crypto'
import { approveCashout, type CashoutOutcome, declineCashout, requestCashout } from '../prepaid/cash-out.ts'
import { withinPool } from '../within.ts'
import type { Clerk, Customer, World } from './world.ts'

export type CashoutReason = 'within_quota' | 'relocation' | 'emigration' | 'other_hardship' | 'business_end'
export type Asked = {
  customer: Customer
  amount: number
  reason?: CashoutReason
  way?: 'bank' | 'cash'
  note?: string
  id?: string
  by?: Clerk
}
export type Agreed = { by?: Clerk; key?: string; proven?: boolean; hash?: Buffer }

/** Those of head office who pay balance back, and what they do, as the application asks for it. */
export type CashoutDesk = {
  accountant: Clerk
  owner: Clerk
  request(asked: Asked): Promise<CashoutOutcome & { id: string }>
  approve(id: string, agreed?: Agreed): Promise<CashoutOutcome>
  decline(id: string, by?: Clerk): Promise<string | null>
  /** Asked for and agreed to. */
  payBack(asked: Asked): Promise<CashoutOutcome>
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
      const request = {
        id,
        user_id: customer.id,
        amount,
        reason,
        way,
        note,
        actor_id: by.user_id,
        session_id: by.session_id,
      }
      return { id, ...(await withinPool(world.app, (db) => requestCashout(db, request))) }
    },
    approve(id, { by = owner, key = randomUUID(), proven = true, hash = Buffer.from([0]) } = {}) {
      const agreed = {
        actor_id: by.user_id,
        session_id: by.session_id,
        route: 'cashout',
        key,
        request_hash: hash,
        transaction_id: id,
      }
      return withinPool(world.app, (db) => approveCashout(db, agreed, proven))
    },
    decline(id, by = accountant) {
      const declined = { id, actor_id: by.user_id, session_id: by.session_id }
      return withinPool(world.app, (db) => declineCashout(db, declined))
    },
    async payBack(asked) {
      const { id, ...answer } = await desk.request(asked)
      return answer.code === null ? desk.approve(id) : answer
    },
  }
  return desk
}
