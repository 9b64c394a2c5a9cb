import { rolesOf } from '@shirogane/contract/wire/rights'
import type { EmployeeType } from '../../context.ts'
import type { Db, Row, Tx } from '../../db/sql.ts'

export type ApprovalRow = Row & {
  id: string
  kind: string
  store_id: string
  store_name: string
  subject: Record<string, unknown>
  amount: number | null
  reason: string
  status: 'waiting' | 'approved' | 'declined' | 'cancelled'
  requested_by: Person
  requested_at: Date
  expires_at: Date
  expires_in: number
  decided_by: Person | null
  decided_at: Date | null
  note: string
  used_at: Date | null
  has_expired: boolean
  member: { id: string; name: string } | null
}
export type Person = { id: string; number: string; name: string }

const columns = `a.id, a.kind, a.store_id, s.name as store_name, a.subject, a.amount, a.reason, a.status,
  jsonb_build_object('id', r.user_id, 'number', r.number, 'name', r.name) as requested_by, a.requested_at, a.expires_at,
  greatest(0, ceil(extract(epoch from a.expires_at - ledger.now())))::int as expires_in,
  case when d.user_id is not null then jsonb_build_object('id', d.user_id, 'number', d.number, 'name', d.name) end as decided_by,
  a.decided_at, a.note, a.used_at, a.expires_at <= ledger.now() as has_expired,
  case when m.id is not null then jsonb_build_object('id', m.id, 'name',
    coalesce(nullif(concat_ws(' ', m.last_name, m.first_name), ''), m.username)) end as member`
const joins = `approvals a join stores s on s.id = a.store_id join employees r on r.user_id = a.requested_by
  left join employees d on d.user_id = a.decided_by
  left join users m on m.id::text = coalesce(a.subject ->> 'user_id', a.subject ->> 'customer_id')`

export function findApproval(db: Db, id: string): Promise<ApprovalRow | null> {
  return db.first<ApprovalRow>(`select ${columns} from ${joins} where a.id = $1`, [id], 'approval')
}

export function findApprovalForUpdate(tx: Tx, id: string): Promise<ApprovalRow | null> {
  return tx.first<ApprovalRow>(
    `select ${columns} from ${joins} where a.id = $1 for no key update of a`,
    [id],
    'approval-locked',
  )
}

type Filter = { store_id: string | null; waiting: boolean }

const matching = `($1::uuid is null or a.store_id = $1)
  and (not $2::boolean or (a.status = 'waiting' and a.expires_at > ledger.now()))`

export function listApprovals(
  db: Db,
  { store_id, waiting }: Filter,
  offset: number,
  limit: number,
): Promise<ApprovalRow[]> {
  return db.rows<ApprovalRow>(
    `select ${columns} from ${joins} where ${matching}
     order by a.requested_at desc, a.id desc offset $3 limit $4`,
    [store_id, waiting, offset, limit],
    'approvals',
  )
}

export async function countApprovals(db: Db, { store_id, waiting }: Filter, max: number): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from (select 1 from approvals a where ${matching} limit $3) counted`,
    [store_id, waiting, max],
    'approvals-count',
  )
  return row?.count ?? 0
}

/** Answers false where this very id was asked before. */
export async function insertApproval(
  tx: Tx,
  approval: {
    id: string
    store_id: string
    kind: string
    subject: object
    amount: number | null
    reason: string
    requested_by: string
    seconds: number
  },
): Promise<boolean> {
  const done = await tx.run(
    `insert into approvals (id, store_id, kind, subject, amount, reason, requested_by, requested_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, ledger.now(), ledger.now() + make_interval(secs => $8))
     on conflict (id) do nothing`,
    [
      approval.id,
      approval.store_id,
      approval.kind,
      JSON.stringify(approval.subject),
      approval.amount,
      approval.reason,
      approval.requested_by,
      approval.seconds,
    ],
    'approval-ask',
  )
  return done > 0
}

/** Whether what was asked under this id is word for word the same. */
export async function isSameApproval(
  db: Db,
  asked: {
    id: string
    store_id: string
    kind: string
    subject: object
    amount: number | null
    requested_by: string
  },
): Promise<boolean> {
  const row = await db.first(
    `select 1 as same from approvals where id = $1 and store_id = $2 and kind = $3 and subject = $4::jsonb
       and amount is not distinct from $5 and requested_by = $6`,
    [asked.id, asked.store_id, asked.kind, JSON.stringify(asked.subject), asked.amount, asked.requested_by],
  )
  return row !== null
}

export async function recordDecision(
  tx: Tx,
  decision: {
    id: string
    status: 'approved' | 'declined'
    decided_by: string
    how: 'device' | 'pin' | 'password'
    note: string
    use_seconds: number
  },
): Promise<void> {
  await tx.run(
    `update approvals set status = $2, decided_by = $3, decided_at = ledger.now(), decided_how = $4, note = $5,
       expires_at = case when $2 = 'approved' then greatest(expires_at, ledger.now() + make_interval(secs => $6)) else expires_at end
     where id = $1`,
    [decision.id, decision.status, decision.decided_by, decision.how, decision.note, decision.use_seconds],
    'approval-decide',
  )
}

export async function cancelApproval(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.run(`update approvals set status = 'cancelled' where id = $1 and status = 'waiting'`, [id])) > 0
  )
}

/** The person who approved, once; null where nothing fits. */
export async function spendApproval(
  tx: Tx,
  act: {
    id: string
    kind: string
    store_id: string
    amount: number | null
    subject: object
    actor_id: string
  },
): Promise<string | null> {
  const row = await tx.first<{ decider: string | null }>(
    `select ledger.use_approval($1, $2, $3, $4, $5::jsonb, $6) as decider`,
    [act.id, act.kind, act.store_id, act.amount, JSON.stringify(act.subject), act.actor_id],
    'use-approval',
  )
  return row?.decider ?? null
}

export type Colleague = Row & Person & { type: EmployeeType; store_id: string | null; has_pin: boolean }

/** Who could be the second person in this store, besides the one who asks. */
export function listDeciders(db: Db, storeId: string, besides: string): Promise<Colleague[]> {
  return db.rows<Colleague>(
    `select e.user_id as id, e.number, e.name, e.type, e.store_id, e.pin_hash is not null as has_pin
     from employees e join users u on u.id = e.user_id
     where e.active and u.suspended_at is null and e.user_id <> $2 and e.type = any ($3)
       and (e.store_id is null or e.store_id = $1)
     order by e.store_id nulls last, e.number`,
    [storeId, besides, rolesOf('approve')],
    'approval-deciders',
  )
}

/** Whether what was asked is about a member who is this employee, or not proved to be another person. */
export async function isAboutOwnAccount(db: Db, id: string, employeeId: string): Promise<boolean> {
  const row = await db.first<{ own: boolean }>(
    `select exists (
       select from approvals a
       -- A subject is free text: what is no id names no movement.
       left join ledger.transactions t on t.id = case
         when a.subject ->> 'transaction_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
         then (a.subject ->> 'transaction_id')::uuid end
       join (
         select own_customer_id as id from employees where own_customer_id is not null
         union select customer_id from former_own_accounts
       ) o on o.id = t.customer_id or o.id::text in (lower(a.subject ->> 'user_id'),
         lower(a.subject ->> 'customer_id'), lower(a.subject ->> 'giver_id'))
       where a.id = $1 and ledger.is_own_account($2, o.id)) as own`,
    [id, employeeId],
    'approval-own',
  )
  return row!.own
}

/** What a store has of its own in place of the brand's setting; null where it has none. */
export async function findStoreCeiling(db: Db, storeId: string): Promise<number | null> {
  const row = await db.first<{ max: number | null }>(
    `select register_refund_max as max from stores where id = $1`,
    [storeId],
  )
  return row?.max ?? null
}

/** Written by the commit that it tells of: all who may decide, and the one who asked, are notified live. */
export async function recordChange(
  tx: Tx,
  change: { approval_id: string; listeners: readonly { event_id: string; user_id: string }[]; at: Date },
): Promise<void> {
  await tx.run(
    `insert into live_events (id, user_id, event, payload, created_at)
     select l.id, l.user_id, 'approvalChange', jsonb_build_object('approval_id', $1::uuid), $4
     from unnest($2::uuid[], $3::uuid[]) l (id, user_id)`,
    [
      change.approval_id,
      change.listeners.map(({ event_id }) => event_id),
      change.listeners.map(({ user_id }) => user_id),
      change.at,
    ],
    'approval-change',
  )
}

/** Where an act belongs that is about no store. */
export async function getHomeStore(db: Db): Promise<string> {
  const row = await db.first<{ id: string }>('select ledger.home_store() as id', [], 'home-store')
  return row!.id
}
