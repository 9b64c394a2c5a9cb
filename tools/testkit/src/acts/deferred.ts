import type { Caller } from '../calls/caller.ts'
import { castLogins } from '../cast.ts'
import { castPassword, type TestDatabase } from '../database.ts'

/** A line as a customer draws it under their agreement: never twice the same. */
export function draw(): string {
  const place = () => Math.round(Math.random() * 40)
  return Array.from(
    { length: 16 },
    (_, step) =>
      `${step === 0 ? 'M' : 'L'}${40 + step * 26 + place()} ${(step % 2 === 0 ? 120 : 20) + place()}`,
  ).join('')
}

/** A deferral whose customer has no phone at hand: signed for, with the manager's approval beside it. */
export async function signedFor(clerk: Caller, userId: string, amount: number) {
  const { id } = await clerk.get('approvals.ask', {
    body: { kind: 'later_signed', subject: { user_id: userId }, amount },
  })
  await clerk.get('approvals.witness', {
    params: { id },
    body: { employee_id: castLogins.manager, password: castPassword },
  })
  return { signature: draw(), approval_id: id }
}

/**
 * Lets a member defer so much: of age, documents checked, a limit granted by the manager of the first store. The documents
 * themselves are no matter of these tests.
 */
export async function trust(db: TestDatabase, userId: string, limit = 50_000): Promise<void> {
  await db.query(
    `begin; set local session_replication_role = replica;
     update users set kyc_status = 'approved', date_of_birth = coalesce(date_of_birth, '1990-01-01') where id = '${userId}';
     commit`,
  )
  await db.query(
    `select ledger.set_deferred_limit($1, $2, '常連のお客さま', e.user_id, null, e.store_id)
     from employees e join stores s on s.id = e.store_id where s.code = 'KNZ1' and e.type = 'manager' limit 1`,
    [userId, limit],
  )
}

/** Does this while the ledger's clock is so many days behind. */
export async function daysAgo<T>(db: TestDatabase, days: number, work: () => Promise<T>): Promise<T> {
  const clock = (at: string) =>
    db.query(
      `create or replace function ledger.now() returns timestamptz language sql stable parallel safe return ${at}`,
    )
  await clock(`transaction_timestamp() - interval '${days} days'`)
  try {
    return await work()
  } finally {
    await clock('transaction_timestamp()')
  }
}
