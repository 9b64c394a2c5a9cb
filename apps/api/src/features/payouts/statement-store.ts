import type { Db, Row } from '../../db/sql.ts'

export type ClaimedRow = Row & {
  user_id: string
  username: string
  name: string
  number: string
  claimed_on: string
  claimed_at: Date
  amount: number
}

const claimedRows = `select t.customer_id as user_id, u.username,
    coalesce(nullif(concat_ws(' ', u.last_name, u.first_name), ''), u.username) as name, t.number,
    (t.completed_at at time zone 'Asia/Tokyo')::date::text as claimed_on, t.completed_at as claimed_at,
    t.received_paid as amount
  from ledger.transactions t join users u on u.id = t.customer_id
  where t.kind = 'reward' and t.step = 'claim' and t.received_paid > 0`

/** Rewards that were paid in a year as balance. */
export function listClaimedIn(db: Db, year: number): Promise<ClaimedRow[]> {
  return db.rows<ClaimedRow>(
    `${claimedRows} and t.completed_at >= make_date($1, 1, 1)::timestamp at time zone 'Asia/Tokyo'
       and t.completed_at < make_date($1 + 1, 1, 1)::timestamp at time zone 'Asia/Tokyo'`,
    [year],
    'rewards-claimed-in',
  )
}

export function findClaimed(db: Db, id: string): Promise<ClaimedRow | null> {
  return db.first<ClaimedRow>(`${claimedRows} and t.id = $1`, [id], 'reward-claimed')
}

type Period = { from: string; until: string }

const periodOf = (row: { first: string | null; last: string | null } | null): Period | null =>
  row === null || row.first === null || row.last === null ? null : { from: row.first, until: row.last }

/** The days of the sales whose rewards a claim took. */
export async function findPeriodOfClaim(db: Db, id: string): Promise<Period | null> {
  return periodOf(
    await db.first<{ first: string | null; last: string | null }>(
      `select min(r.sold_on)::text as first, max(r.sold_on)::text as last
       from ledger.reward_moves m join ledger.rewards r on r.transaction_id = m.reward_id
       where m.transaction_id = $1 and m.claimed > 0`,
      [id],
      'reward-period-of-claim',
    ),
  )
}

/**
 * The days of the sales whose rewards a payout paid: what was claimed for a bank account goes out as it came in, the oldest
 * first, as a claim takes it too. It is reckoned as things stood at the request, so that a statement says the same ever after.
 */
export async function findPeriodOfPayout(db: Db, id: string): Promise<Period | null> {
  return periodOf(
    await db.first<{ first: string | null; last: string | null }>(
      `with asked as (select user_id, amount, requested_at from payouts where id = $1),
       gone as (
         select coalesce(sum(o.amount), 0) as amount
         from asked a join payouts o on o.user_id = a.user_id and o.requested_at < a.requested_at
         left join ledger.transactions b on b.id = o.return_id
         where b.id is null or b.completed_at > a.requested_at
       ),
       moved as (
         select r.transaction_id, r.sold_on, r.earned_at, min(t.completed_at) filter (where m.claimed > 0) as claimed_at,
           sum(m.claimed - m.returned) as amount
         from asked a join ledger.rewards r on r.affiliator_id = a.user_id
         join ledger.reward_moves m on m.reward_id = r.transaction_id
         join ledger.transactions t on t.id = m.transaction_id
         -- What was claimed as balance never was to be paid out.
         where t.completed_at <= a.requested_at and t.received_paid = 0
         group by r.transaction_id
       ),
       queue as (
         select sold_on, amount,
           sum(amount) over (order by claimed_at, earned_at, transaction_id) as upto
         from moved where amount > 0
       )
       select min(q.sold_on)::text as first, max(q.sold_on)::text as last
       from queue q, asked a, gone g
       where q.upto > g.amount and q.upto - q.amount < g.amount + a.amount
         and (select max(upto) from queue) >= g.amount + a.amount`,
      [id],
      'reward-period-of-payout',
    ),
  )
}

/** The number that held at a moment; now, without one. */
export async function findTaxNumber(db: Db, userId: string, at: Date | null = null): Promise<string | null> {
  const row = await db.first<{ registration_no: string | null }>(
    `select registration_no from payout_tax_numbers
     where user_id = $1 and changed_at <= coalesce($2::timestamptz, 'infinity') order by changed_at desc limit 1`,
    [userId, at],
    'payout-tax-number',
  )
  return row?.registration_no ?? null
}

/** Null says that there is none any more. The same number twice is written once. */
export async function changeTaxNumber(db: Db, userId: string, registrationNo: string | null): Promise<void> {
  await db.run(
    `insert into payout_tax_numbers (user_id, registration_no, changed_at)
     select $1, $2, clock_timestamp() + (ledger.now() - transaction_timestamp())
     where (select n.registration_no from payout_tax_numbers n where n.user_id = $1 order by n.changed_at desc limit 1)
       is distinct from $2::text`,
    [userId, registrationNo],
    'change-payout-tax-number',
  )
}

export type IssuerRow = Row & {
  company: string
  postcode: string
  address: string
  phone: string
  registration_no: string | null
}

/** Who pays: the brand, as its documents name it at that moment. */
export async function findPayer(db: Db, at: Date): Promise<IssuerRow | null> {
  const row = await db.first<{ content: IssuerRow }>(
    `select content from receipt_issuers where store_id = ledger.home_store() and effective_at <= $1
     order by effective_at desc limit 1`,
    [at],
    'payout-payer',
  )
  return row?.content ?? null
}
