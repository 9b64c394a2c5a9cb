import type { TestDatabase } from '../database.ts'

/** Gives a member balance, through the ledger's own door. */
export async function charge(db: TestDatabase, userId: string, amount: number): Promise<void> {
  await db.query(
    `select ledger.charge(gen_random_uuid(), $1, s.id, r.id, e.user_id, $2, false, 999999999)
     from stores s join registers r on r.store_id = s.id and r.number = 1
     join employees e on e.store_id = s.id and e.type = 'register' where s.code = 'KNZ1'`,
    [userId, amount],
  )
}

/** Gives a member points. */
export async function grantPoints(db: TestDatabase, userId: string, points: number): Promise<void> {
  await db.query(
    `select ledger.grant(gen_random_uuid(), $1, s.id, $2, null, 0, null) from stores s where s.code = 'KNZ1'`,
    [userId, points],
  )
}
