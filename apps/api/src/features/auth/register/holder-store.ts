import type { Db, Row } from '../../../db/sql.ts'

/**
 * A number or address is held by the person who has proved it, and an address also while its former owner may take it
 * back.
 */
const holders = {
  phone: `select from users where phone_number = $1 and phone_verified and id is distinct from $2::uuid`,
  email: `select from users where email = $1 and email_verified and id is distinct from $2::uuid
    union all
    select from email_undos where email = $1 and used_at is null and voided_at is null and expires_at > now()
      and user_id is distinct from $2::uuid`,
} as const

/**
 * Whether it is held by another person. Only the SMS or mail to its owner may depend on it: any answer would tell who
 * is a member.
 */
export async function isHeldByAnother(
  db: Db,
  kind: keyof typeof holders,
  value: string,
  userId: string,
): Promise<boolean> {
  const row = await db.first<{ held: boolean }>(
    `select exists (${holders[kind]}) as held`,
    [value, userId],
    `held-${kind}`,
  )
  return row?.held === true
}

export type HeldHere = Row & { phone_number: boolean; email: boolean }

/**
 * Which of these belong to an account that was last signed in to in this browser by its owner: this reader is told, for
 * they learn nothing of another person. The same work is done whether or not the values are known.
 */
export async function findHeldHere(
  db: Db,
  asked: {
    phone_number?: string | null
    email?: string | null
    device_id: string | null
    except?: string | null
  },
): Promise<HeldHere> {
  const row = await db.first<HeldHere>(
    `select exists (select from users u cross join lateral (${lastHere}) s
         where u.phone_number = $1 and u.phone_verified and u.id is distinct from $4::uuid and not s.was_ended) as phone_number,
       exists (select from users u cross join lateral (${lastHere}) s
         where u.email = $2 and u.email_verified and u.id is distinct from $4::uuid and not s.was_ended) as email`,
    [asked.phone_number ?? null, asked.email ?? null, asked.device_id, asked.except ?? null],
    'held-here',
  )
  return row!
}

/** One that its owner has logged out from afar is a stranger again. */
const lastHere = `select s.revoked_reason is not distinct from 'ended_by_owner' as was_ended from sessions s
  where s.user_id = u.id and s.device_id = $3 order by s.created_at desc, s.id desc limit 1`
