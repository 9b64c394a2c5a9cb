import type { Db, Row, Tx } from '../../db/sql.ts'
import type { GatewayCard } from '../../gateways/cards.ts'

export type CardRow = Row & {
  id: string
  gateway_customer: string
  gateway_card: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  nickname: string | null
  is_default: boolean
  created_at: Date
}

const columns =
  'id, gateway_customer, gateway_card, brand, last4, exp_month, exp_year, nickname, is_default, created_at'

export async function countCards(db: Db, userId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*)::int as count from payment_methods where user_id = $1 and removed_at is null`,
    [userId],
    'cards-count',
  )
  return row?.count ?? 0
}

/** The main one first, then the newest. */
export function listCards(db: Db, userId: string, skip: number, limit: number): Promise<CardRow[]> {
  return db.rows<CardRow>(
    `select ${columns} from payment_methods where user_id = $1 and removed_at is null
     order by is_default desc, created_at desc, id desc offset $2 limit $3`,
    [userId, skip, limit],
    'cards',
  )
}

export function findCard(db: Db, userId: string, id: string): Promise<CardRow | null> {
  return db.first<CardRow>(
    `select ${columns} from payment_methods where id = $2 and user_id = $1 and removed_at is null`,
    [userId, id],
    'card',
  )
}

export async function listGatewayCards(db: Db, userId: string): Promise<string[]> {
  const rows = await db.rows<{ gateway_card: string }>(
    `select gateway_card from payment_methods where user_id = $1 and removed_at is null`,
    [userId],
    'cards-of-gateway',
  )
  return rows.map(({ gateway_card }) => gateway_card)
}

export async function beginKeeping(
  db: Db,
  keeping: { id: string; user_id: string; at: Date },
): Promise<void> {
  await db.run(
    `insert into card_keepings (id, user_id, started_at) values ($1, $2, $3)`,
    [keeping.id, keeping.user_id, keeping.at],
    'card-keeping-begin',
  )
}

export async function endKeeping(db: Db, id: string): Promise<void> {
  await db.run(`delete from card_keepings where id = $1`, [id], 'card-keeping-end')
}

/** Is another call registering a card of this person? One that began before `since` has died. */
export async function isAnotherKeeping(
  db: Db,
  { id, user_id, since }: { id: string; user_id: string; since: Date },
): Promise<boolean> {
  const row = await db.first<Row>(
    `select id from card_keepings where user_id = $1 and id <> $2 and started_at > $3 limit 1`,
    [user_id, id, since],
    'card-keeping-other',
  )
  return row !== null
}

export async function findContact(
  db: Db,
  userId: string,
): Promise<{ email: string | null; phone: string | null }> {
  const row = await db.first<{ email: string | null; phone: string | null }>(
    `select case when email_verified then email end as email, phone_number as phone from users where id = $1`,
    [userId],
    'card-contact',
  )
  return row ?? { email: null, phone: null }
}

/** One person's cards change one after another, so that the first and the main one stay one. */
async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.first(`select 1 from users where id = $1 for no key update`, [userId], 'cards-lock')
}

/** Answers null when the person has as many cards as one may have. */
export async function recordCard(
  tx: Tx,
  card: GatewayCard & { id: string; user_id: string; gateway: string; at: Date; max: number },
): Promise<CardRow | null> {
  await lockPerson(tx, card.user_id)
  const held = await countCards(tx, card.user_id)
  if (held >= card.max) return null
  return tx.first<CardRow>(
    `insert into payment_methods (id, user_id, gateway, gateway_customer, gateway_card, fingerprint, brand, last4,
       exp_month, exp_year, is_default, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${columns}`,
    [
      card.id,
      card.user_id,
      card.gateway,
      card.customer,
      card.card,
      card.fingerprint,
      card.brand,
      card.last4,
      card.exp_month,
      card.exp_year,
      held === 0,
      card.at,
    ],
    'record-card',
  )
}

export type CardChange = {
  id: string
  user_id: string
  default: boolean
  exp_month: number | null
  exp_year: number | null
  /** Undefined leaves it, an empty one takes it away. */
  nickname: string | undefined
}

export async function changeCard(tx: Tx, change: CardChange): Promise<CardRow | null> {
  const { id, user_id, exp_month, exp_year, nickname } = change
  await lockPerson(tx, user_id)
  if (!(await findCard(tx, user_id, id))) return null
  if (change.default) {
    await tx.run(
      `update payment_methods set is_default = false where user_id = $1 and is_default and id <> $2`,
      [user_id, id],
      'cards-no-default',
    )
  }
  return tx.first<CardRow>(
    `update payment_methods set is_default = is_default or $3, exp_month = coalesce($4, exp_month),
       exp_year = coalesce($5, exp_year), nickname = case when $6 then nullif($7, '') else nickname end
     where id = $2 and user_id = $1 returning ${columns}`,
    [user_id, id, change.default, exp_month, exp_year, nickname !== undefined, nickname ?? null],
    'card-change',
  )
}

/** The newest of those that remain becomes the main one. Answers what stood in the way, or the card that went. */
export async function removeCard(
  tx: Tx,
  userId: string,
  id: string,
  at: Date,
): Promise<CardRow | 'missing' | 'in_use'> {
  await lockPerson(tx, userId)
  // A charge that is being opened with it holds the row; the next statement then sees the charge.
  const card = await tx.first<CardRow>(
    `select ${columns} from payment_methods where id = $2 and user_id = $1 and removed_at is null for update`,
    [userId, id],
    'card-lock',
  )
  if (!card) return 'missing'
  const pending = await tx.first(
    `select 1 from ledger.card_charges where payment_method_id = $1 and state = 'pending' limit 1`,
    [id],
    'card-pending',
  )
  if (pending) return 'in_use'
  await tx.run(
    `update payment_methods set removed_at = $2, is_default = false where id = $1`,
    [id, at],
    'card-remove',
  )
  if (card.is_default) {
    await tx.run(
      `update payment_methods set is_default = true where id = (
         select id from payment_methods where user_id = $1 and removed_at is null
         order by created_at desc, id desc limit 1)`,
      [userId],
      'cards-next-default',
    )
  }
  return card
}

/** All cards of a person who leaves. */
export function removeCards(
  tx: Tx,
  userId: string,
  at: Date,
): Promise<{ gateway_customer: string; gateway_card: string }[]> {
  return tx.rows(
    `update payment_methods set removed_at = $2, is_default = false where user_id = $1 and removed_at is null
     returning gateway_customer, gateway_card`,
    [userId, at],
    'cards-remove-all',
  )
}
