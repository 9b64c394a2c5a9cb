import type { EmployeeType } from '@shirogane/contract/wire/rights'
import type { Db, Row } from '../../db/sql.ts'

/** A person with everything that hangs on them, in one reading. */
export type UserRow = Row & {
  id: string
  username: string
  email: string | null
  email_verified: boolean
  phone_number: string | null
  avatar: string | null
  verified: boolean
  suspended_at: Date | null
  kyc_status: 'none' | 'required' | 'pending' | 'approved' | 'rejected' | 'expired' | 'blocked'
  type: 'customer' | 'employee'
  agree_to_tos: boolean
  last_name: string | null
  first_name: string | null
  last_name_kana: string | null
  first_name_kana: string | null
  date_of_birth: string | null
  gender: string | null
  address: string | null
  employee: {
    number: string
    type: EmployeeType
    name: string
    store_id: string | null
    store_name: string | null
  } | null
  /** The record of having been invited, and the code that it was by. */
  affiliate: { id: string; code: string | null } | null
  /** The code of one's own invitations. */
  invite_code: string | null
} & WalletRow

/** Null in every column where a person has no wallet, as staff have none. */
export type WalletRow = {
  wallet_of: string | null
  balance_paid: number
  balance_bonus: number
  /** Of the bonus, what has ended without being written off yet, and what ends first of the rest. */
  bonus: { ended: number; ends_on: string | null; ending: number } | null
  point_debt: number
  receivable: number
  /** Points that are still good at this moment; those past their end are gone, whether already written off or not. */
  point_regular: number
  point_regular_expires_on: string | null
  /** All that is usable, and of it what ends first. */
  limited: { usable: number; ends_on: string; ending: number } | null
  earned_this_month: number
  level_id: string
  level_index: number
  level_name: string
  level_rate_bp: number
  level_accumulation: number
  period_ends_on: string
  given_until: string | null
  next_level_name: string | null
  next_level_quota: number | null
}

/**
 * Half of all reading is this, so what most people do not have (a place as staff, limited points) is looked up only for
 * those who have it: a join that finds nothing costs nearly as much as one that finds something.
 */
const walletColumns = `
  w.user_id as wallet_of, w.balance_paid, w.balance_bonus, w.point_debt, w.receivable,
  case when w.balance_bonus > 0 then (
    select jsonb_build_object(
      'ended', coalesce(sum(b.remaining) filter (where b.expires_at <= ledger.now()), 0),
      'ends_on', min((b.expires_at at time zone 'Asia/Tokyo')::date) filter (where b.expires_at > ledger.now()),
      'ending', coalesce(sum(b.remaining) filter (where (b.expires_at at time zone 'Asia/Tokyo')::date = (
        select min((q.expires_at at time zone 'Asia/Tokyo')::date) from ledger.bonus_lots q
        where q.user_id = w.user_id and q.remaining > 0 and q.expires_at > ledger.now())
          and b.expires_at > ledger.now()), 0))
    from ledger.bonus_lots b
    where b.user_id = w.user_id and b.remaining > 0
  ) end as bonus,
  case when w.point_regular_expires_on < clock.today then 0 else w.point_regular end as point_regular,
  w.point_regular_expires_on,
  case when w.point_limited > 0 then (
    select jsonb_build_object(
      'usable', sum(p.remaining),
      'ends_on', min((p.expires_at at time zone 'Asia/Tokyo')::date),
      'ending', sum(p.remaining) filter (where (p.expires_at at time zone 'Asia/Tokyo')::date = (
        select min((q.expires_at at time zone 'Asia/Tokyo')::date) from ledger.point_lots q
        where q.user_id = w.user_id and q.remaining > 0 and q.expires_at > ledger.now())))
    from ledger.point_lots p
    where p.user_id = w.user_id and p.remaining > 0 and p.expires_at > ledger.now()
  ) end as limited,
  (
    select coalesce(sum(t.received_point_regular + t.received_point_limited), 0)::bigint
    from ledger.transactions t
    where t.customer_id = w.user_id and t.completed_at >= clock.month_start and t.kind in ('payment', 'grant', 'transfer')
      and t.voided_by is null
  ) as earned_this_month,
  l.id as level_id, l.level_index, l.name as level_name, l.rate_bp as level_rate_bp,
  case when w.level_year = clock.year then w.level_accumulation else 0 end as level_accumulation,
  clock.year || '-12-31' as period_ends_on,
  case when l.level_index > w.level_index then w.level_given_until end as given_until,
  n.name as next_level_name, n.quota as next_level_quota`

const clock = `(
    select (ledger.now() at time zone 'Asia/Tokyo')::date as today,
      extract(year from ledger.now() at time zone 'Asia/Tokyo')::int as year,
      date_trunc('month', ledger.now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo' as month_start
  ) clock`

const levelJoins = `
  left join levels l on l.level_index = greatest(w.level_index, case when w.level_given_until >= clock.today then w.level_given end)
  left join levels n on n.level_index = l.level_index + 1`

/** Written so that the planner does not see how many are asked for: one plan serves every batch and is made once. */
const asked = '(select $1::uuid[])::uuid[]'

const selectUser = `select u.id, u.username, u.email, u.email_verified, u.phone_number, u.avatar, u.verified,
    u.suspended_at, u.kyc_status, u.type, u.last_name, u.first_name, u.last_name_kana,
    u.first_name_kana, u.date_of_birth, u.gender, u.address,
    exists (select from agreeable_terms a where a.version = u.terms_version) as agree_to_tos,
    case when u.type = 'employee' then (
      select jsonb_build_object('number', e.number, 'type', e.type, 'name', e.name, 'store_id', e.store_id, 'store_name', s.name)
      from employees e left join stores s on s.id = e.store_id where e.user_id = u.id
    ) end as employee,
    (select jsonb_build_object('id', i.id, 'code', b.code)
      from affiliates i left join affiliators b on b.user_id = i.affiliator_id where i.user_id = u.id) as affiliate,
    (select o.code from affiliators o where o.user_id = u.id) as invite_code,
    ${walletColumns}
  from users u
  cross join ${clock}
  left join ledger.wallets w on w.user_id = u.id
  ${levelJoins}`

export function listUserRows(db: Db, userIds: readonly string[]): Promise<UserRow[]> {
  return db.rows<UserRow>(`${selectUser} where u.id = any (${asked})`, [userIds], 'users')
}

/** What people hold and where they stand, without who they are; nothing for those who have no wallet. */
export function listWalletRows(db: Db, userIds: readonly string[]): Promise<(Row & WalletRow)[]> {
  return db.rows<Row & WalletRow>(
    `select ${walletColumns} from ledger.wallets w cross join ${clock} ${levelJoins} where w.user_id = any (${asked})`,
    [userIds],
    'wallets',
  )
}

export type StoreRow = Row & {
  id: string
  code: string
  name: string
  registers: { id: string; number: number; name: string }[]
}

export function findStoreRow(db: Db, storeId: string): Promise<StoreRow | null> {
  return db.first<StoreRow>(
    `select s.id, s.code, s.name,
       coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'name', r.name) order by r.number)
         from registers r where r.store_id = s.id and r.closed_at is null), '[]') as registers
     from stores s where s.id = $1`,
    [storeId],
    'store-with-registers',
  )
}

/** The day that is open at a store; without one the day that the shops are trading on. */
export async function getOpenDate(db: Db, storeId: string | null): Promise<string> {
  const row = await db.first<{ date: string }>(
    `select case when $1::uuid is null then ledger.business_date(ledger.now(), s.day_start) else ledger.shop_date(s.id) end as date
     from stores s where s.id = coalesce($1, ledger.home_store())`,
    [storeId],
    'open-date',
  )
  return row!.date
}

/**
 * What gives an employee a reason to see a customer: a code of theirs that is held at the store right now, and a
 * payment of theirs there, today or ever.
 */
export async function findReasonToSee(
  db: Db,
  customerId: string,
  storeId: string,
): Promise<{ held: boolean; paid_today: boolean; paid: boolean }> {
  const row = await db.first<{ held: boolean; paid_today: boolean; paid: boolean }>(
    `select
       exists (select from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
         where k.customer_id = $1 and k.store_id = $2 and k.status = 'open'
           and c.state = 'claimed' and c.claimed_until > ledger.now()) as held,
       exists (select from ledger.transactions t join stores s on s.id = t.store_id
         where t.customer_id = $1 and t.store_id = $2 and t.kind = 'payment'
           -- What comes after an early close is of the next day, and of today all the same.
           and t.business_date >= ledger.business_date(ledger.now(), s.day_start)) as paid_today,
       exists (select from ledger.transactions t where t.customer_id = $1 and t.store_id = $2 and t.kind = 'payment') as paid`,
    [customerId, storeId],
    'reason-to-see',
  )
  return row ?? { held: false, paid_today: false, paid: false }
}

/** What staff wrote for the clerk who serves this customer, the newest first. */
export async function listRegisterNotes(db: Db, userId: string): Promise<string[]> {
  const rows = await db.rows<{ text: string }>(
    `select text from member_notes where user_id = $1 and at_till and removed_at is null order by created_at desc`,
    [userId],
    'till-notes',
  )
  return rows.map(({ text }) => text)
}

export async function hasAgreedToTerms(db: Db, userId: string): Promise<boolean> {
  const row = await db.first(
    `select from users u join agreeable_terms a on a.version = u.terms_version where u.id = $1`,
    [userId],
    'agreed-to-terms',
  )
  return row !== null
}

export type PayCode = {
  id: string
  user_id: string
  session_id: string
  token_hash: Uint8Array
  code_hash: Uint8Array
  ttl_seconds: number
  overlap_seconds: number
  ahead: boolean
}

/** Answers when it was made, by the ledger's own clock. */
export async function recordPayCode(db: Db, code: PayCode): Promise<Date> {
  const row = await db.first<{ issued_at: Date }>(
    `select ledger.issue_pay_code($1, $2, $3, $4, $5, $6, $7, $8) - make_interval(secs => $6) as issued_at`,
    [
      code.id,
      code.user_id,
      code.session_id,
      code.token_hash,
      code.code_hash,
      code.ttl_seconds,
      code.overlap_seconds,
      code.ahead,
    ],
    'issue-pay-code',
  )
  return row!.issued_at
}

/** Whether the code that a session was given at this time lives; those of the customer's other sessions end with that. */
export async function holdOutPayCode(
  db: Db,
  session_id: string,
  issued_at: string,
  overlap_seconds: number,
): Promise<boolean> {
  const row = await db.first<{ lives: boolean }>(
    `select ledger.hold_out_pay_code($1, $2, $3) as lives`,
    [session_id, issued_at, overlap_seconds],
    'hold-out-pay-code',
  )
  return row!.lives
}

/** Ends the codes of a session that no register has read, up to the one that was issued at this time. */
export async function voidPayCodes(db: Db, session_id: string, issued_at: string | null): Promise<void> {
  await db.run(`select ledger.void_live_pay_codes($1, $2)`, [session_id, issued_at])
}
