import type { Confirmation } from '@shirogane/contract/resources/sales/confirmations'
import { type QuestionFacts, stateNow } from '@shirogane/domain/questions/question'
import type { Db, Tx } from '../../../db/sql.ts'

/** With the state as it stands now. */
export type ConfirmationRow = QuestionFacts & {
  id: string
  kind: Confirmation['kind']
  /** Who gets what is moved, by one letter. */
  receiver: string | null
  checkout_id: string
  customer_id: string
  store_id: string
  employee_id: string
  key: string
  digest: Buffer
  total: number
  points: number
  balance: number
  later: number
  due_on: string | null
  expires_at: Date
  /** Seconds that are left to answer. */
  expires_in: number
}

const columns = `c.id, c.kind,
  (select left(coalesce(nullif(u.last_name, ''), u.username), 1) || '＊＊' from users u where u.id = c.receiver_id) as receiver, c.checkout_id, c.customer_id, c.store_id, c.employee_id, c.key, c.digest, c.total, c.points, c.balance,
  c.later, to_char(c.due_on, 'YYYY-MM-DD') as due_on,
  c.state, c.expires_at <= ledger.now() as is_answer_over, c.use_until <= ledger.now() as is_use_over,
  c.expires_at, greatest(0, ceil(extract(epoch from c.expires_at - ledger.now())))::int as expires_in`

/** A row as it was read, which may be over and not be written down as that yet. */
const asItStands = <Read extends QuestionFacts>(row: Read): Read => ({ ...row, state: stateNow(row) })

export async function findConfirmation(db: Db, id: string): Promise<ConfirmationRow | null> {
  const row = await db.first<ConfirmationRow>(
    `select ${columns} from ledger.confirmations c where c.id = $1`,
    [id],
    'confirmation',
  )
  return row && asItStands(row)
}

/** What this customer is asked now; of two at once the one that ends first. */
export async function findWaiting(db: Db, customerId: string): Promise<ConfirmationRow | null> {
  return db.first(
    `select ${columns} from ledger.confirmations c
     where c.customer_id = $1 and c.state = 'pending' and c.expires_at > ledger.now()
     order by c.expires_at limit 1`,
    [customerId],
    'confirmation-waiting',
  )
}

export type Asked = ConfirmationRow & {
  /** The request was answered by the ledger before, or its sale is paid: there is nothing to ask any more. */
  settled: boolean
  /** Null together with all of the rest where no customer was asked about this sale. */
  id: string | null
}

/** What is known of a sale before its customer is asked: the question of this very request, or else the last one. */
export async function findAsked(
  db: Db,
  request: { actor_id: string; route: string; key: string; transaction_id: string },
): Promise<Asked> {
  const row = await db.first<Asked>(
    `select exists (select from ledger.idempotency d where d.actor_id = $1 and d.route = $2 and d.key = $3)
       or exists (select from ledger.transactions t where t.id = $4) as settled, q.*
     from (values (1)) one (n) left join lateral (
       select ${columns} from ledger.confirmations c where c.checkout_id = $4
       order by c.key = $3 and c.employee_id = $1 desc, c.asked_at desc limit 1
     ) q on true`,
    [request.actor_id, request.route, request.key, request.transaction_id],
    'confirmation-asked',
  )
  return asItStands(row!)
}

export type AskedMove = ConfirmationRow & { receiver_id: string; code_id: string; closed: boolean }

/** What its giver was asked last about this move, which is known by its request. */
export async function findAskedMove(db: Db, actorId: string, key: string): Promise<AskedMove | null> {
  const row = await db.first<AskedMove>(
    `select ${columns}, c.receiver_id, k.pay_code_id as code_id, k.status <> 'open' as closed
     from ledger.confirmations c join ledger.checkouts k on k.id = c.checkout_id
     where c.kind = 'move' and c.employee_id = $1 and c.key = $2
     order by c.asked_at desc limit 1`,
    [actorId, key],
    'move-asked',
  )
  return row && asItStands(row)
}

/** Written by the commit that it tells of. */
export async function recordConfirmationChange(
  tx: Tx,
  change: { event_id: string; user_id: string; confirmation_id: string; transaction_id: string; at: Date },
): Promise<void> {
  await tx.run(
    `insert into live_events (id, user_id, event, payload, created_at)
     values ($1, $2, 'confirmationChange', jsonb_build_object('confirmation_id', $3::uuid, 'transaction_id', $4::uuid), $5)`,
    [change.event_id, change.user_id, change.confirmation_id, change.transaction_id, change.at],
    'confirmation-change',
  )
}
