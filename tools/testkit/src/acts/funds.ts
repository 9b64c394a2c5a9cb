import { randomUUID } from 'node:crypto'
import { type Gift, giveGift } from '@shirogane/ledger'
import { payIn } from '@shirogane/ledger/testing/pay-in'
import type { Db } from '@shirogane/api/db/sql'
import type { TestDatabase } from '../database.ts'

/** Gives a member balance that they begin with. */
export async function charge(db: TestDatabase, userId: string, amount: number): Promise<void> {
  await db.transact((tx) => chargeWithin(tx, userId, amount))
}

/** The same in an open transaction, as the owner. */
export async function chargeWithin(tx: Db, userId: string, amount: number): Promise<void> {
  const where = await tx.first<{ store_id: string; register_id: string; employee_id: string }>(
    `select s.id as store_id, r.id as register_id, e.user_id as employee_id
     from stores s join registers r on r.store_id = s.id and r.number = 1
     join employees e on e.store_id = s.id and e.type = 'register' where s.code = 'KNZ1'`,
  )
  await payIn(tx, { ...where!, customer_id: userId, amount })
}

/** Gives a member points or balance, as the brand does; its first shop bears it. */
export async function give(db: TestDatabase, gift: Omit<Gift, 'transaction_id'>): Promise<void> {
  await db.transact((tx) => giveGift(tx, { transaction_id: randomUUID(), ...gift }))
}

/** Gives a member points, which the shop in Kanazawa bears. */
export async function grantPoints(db: TestDatabase, user_id: string, points: number): Promise<void> {
  const [store] = await db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
  await give(db, { user_id, store_id: store!.id, points })
}
