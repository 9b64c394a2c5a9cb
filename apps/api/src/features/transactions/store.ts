import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { LineRow, PayRequest, PointsAs, TransactionRow } from '@shirogane/ledger'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/sql.ts'
import type { EmployeeName, LevelName, RegisterName, StoreName } from './sale/directory-names.ts'
import type { PricedSku } from './sale/rules.ts'

export async function loadStores(db: Db): Promise<{ stores: StoreName[]; registers: RegisterName[] }> {
  const [stores, registers] = await Promise.all([
    db.rows<StoreName>('select id, code, name from stores', [], 'directory-stores'),
    db.rows<RegisterName>(
      'select id, store_id, number, closed_at is not null as closed from registers order by store_id, number',
      [],
      'directory-registers',
    ),
  ])
  return { stores, registers }
}

export function loadPeople(db: Db): Promise<EmployeeName[]> {
  return db.rows('select user_id as id, number, name from employees', [], 'directory-people')
}

export function loadLevels(db: Db): Promise<LevelName[]> {
  return db.rows('select level_index, name, rate_bp from levels order by level_index', [], 'directory-levels')
}

export function loadSkus(db: Db): Promise<PricedSku[]> {
  return db.rows(
    `select id, sku, name, price, tax_rate_bp, active, pricing, weighed, fineness, weight_mg, coefficient_bp, labor_fee,
       stone_fee from skus`,
    [],
    'directory-skus',
  )
}

export async function loadSilverRate(db: Db): Promise<number | null> {
  const row = await db.first<{ price_per_g: number | null }>(
    'select silver_rate_in_force() as price_per_g',
    [],
    'directory-silver',
  )
  return row!.price_per_g
}

/** The lines of a sale whose articles a customer cannot bring back. */
export async function listKeptLines(db: Db, saleId: string): Promise<number[]> {
  const rows = await db.rows<{ line: number }>(
    `select l.line from ledger.transaction_lines l join skus k on k.id = l.sku_id and k.not_returnable is not null
     where l.transaction_id = $1`,
    [saleId],
    'kept-lines',
  )
  return rows.map(({ line }) => line)
}

/** Points are a discount unless the brand says otherwise; what is confirmed on the phone, and where one sells, is read along with that. */
export async function loadSaleSettings(
  db: Db,
): Promise<{ points_as: PointsAs; confirm_over: number; enrolled_only: boolean }> {
  const held = await readSettings(db, ['receipt.points_as', 'pay.confirm_over', 'registers.enrolled_only'])
  return {
    points_as: held['receipt.points_as'] === 'payment' ? 'payment' : 'discount',
    confirm_over: held['pay.confirm_over'],
    enrolled_only: held['registers.enrolled_only'],
  }
}

export function findTransaction(db: Db, id: string): Promise<TransactionRow | null> {
  return db.first('select * from ledger.transactions where id = $1', [id], 'transaction')
}

/** Has this person asked under this key before? */
export async function isKnownKey(db: Db, actorId: string, route: string, key: string): Promise<boolean> {
  const row = await db.first(
    'select 1 as known from ledger.idempotency where actor_id = $1 and route = $2 and key = $3',
    [actorId, route, key],
    'known-key',
  )
  return row !== null
}

/** Has head office taken this register out of use? */
export async function isOutOfUse(db: Db, registerId: string): Promise<boolean> {
  const row = await db.first('select 1 as closed from registers where id = $1 and closed_at is not null', [
    registerId,
  ])
  return row !== null
}

/** What this person's request under a key came to: a movement, or the refusal that stands for it. */
export type FirstAnswer = {
  request_hash: Buffer
  transaction_id: string
  refusal: { code: ErrorCode; n: number | null } | null
}

/** A request that is still at it is waited for. */
export function findFirstAnswer(
  db: Db,
  actorId: string,
  route: string,
  key: string,
): Promise<FirstAnswer | null> {
  return db.first(
    'select request_hash, transaction_id, refusal from ledger.first_answer($1, $2, $3)',
    [actorId, route, key],
    'first-answer',
  )
}

/** The lines of a movement, with cash and card as they stand: a correction leaves what was posted as it is. */
export async function listLines(db: Db, transactionId: string): Promise<LineRow[]> {
  const rows = await db.rows<LineRow & { cash: number | null; card: number | null }>(
    `select l.*, c.cash, c.card
     from ledger.transaction_lines l join ledger.transactions t on t.id = l.transaction_id
     left join lateral ledger.corrected_shares(t.id, t.corrected_card) c on c.line = l.line
     where l.transaction_id = $1 order by l.line`,
    [transactionId],
    'transaction-lines',
  )
  return rows.map(({ cash, card, ...line }) => ({
    ...line,
    share_cash: cash ?? line.share_cash,
    share_card: card ?? line.share_card,
  }))
}

export type CheckoutRow = {
  id: string
  store_id: string
  register_id: string
  employee_id: string
  customer_id: string
  status: 'open' | 'saved' | 'cancelled' | 'settled'
  items: NonNullable<PayBody['items']>
  discount: PayBody['discount'] | null
  note: string | null
  opened_at: Date
  claimed_until: Date | null
  claimed_for: number | null
  confirmation_id: string | null
}

export function findCheckout(db: Db, id: string): Promise<CheckoutRow | null> {
  return db.first(
    `select k.id, k.store_id, k.register_id, k.employee_id, k.customer_id, k.status, k.items, k.discount, k.note, k.opened_at,
       k.confirmation_id, h.claimed_until, greatest(0, ceil(extract(epoch from h.claimed_until - ledger.now())))::int as claimed_for
     from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id,
       lateral (select case when c.state = 'claimed' and c.claimed_by = k.register_id then c.claimed_until end as claimed_until) h
     where k.id = $1`,
    [id],
    'checkout',
  )
}

export type MemberRow = {
  id: string
  username: string
  last_name: string | null
  first_name: string | null
  avatar: string | null
  verified: boolean
  kyc_status: string
  balance: number
  point_balance: number
  level_index: number
  /** What staff wrote for the clerk who serves the customer. */
  notes?: string[]
  later_total: number
  birth_month?: boolean | undefined
  suspended?: boolean
}

/** What a register needs to know of a customer. */
export function findMember(db: Db, id: string): Promise<MemberRow | null> {
  return db.first(
    `select u.id, u.username, u.last_name, u.first_name, u.avatar, u.verified, u.kyc_status,
       u.suspended_at is not null as suspended,
       -- What has ended leaves the wallet with its next movement; it is no longer the customer's until then.
       (w.balance_paid + w.balance_bonus - coalesce((select sum(b.remaining) from ledger.bonus_lots b
         where b.user_id = u.id and b.remaining > 0 and b.expires_at <= ledger.now()), 0))::bigint as balance,
       ledger.level_held(w.level_index, w.level_given, w.level_given_until) as level_index,
       array(select n.text from member_notes n where n.user_id = u.id and n.at_till and n.removed_at is null
         order by n.created_at desc) as notes,
       w.receivable as later_total,
       coalesce(extract(month from u.date_of_birth) = extract(month from ledger.now() at time zone 'Asia/Tokyo'), false)
         as birth_month,
       (case when w.point_regular_expires_on < (ledger.now() at time zone 'Asia/Tokyo')::date then 0
         else w.point_regular end
         + coalesce((select sum(l.remaining) from ledger.point_lots l
           where l.user_id = u.id and l.remaining > 0 and l.expires_at > ledger.now()), 0))::bigint as point_balance
     from users u join ledger.wallets w on w.user_id = u.id where u.id = $1`,
    [id],
    'till-member',
  )
}

/** The sale of this shop that a code has paid; what it paid elsewhere is the other shop's. */
export function findPaidBy(
  db: Db,
  code: { hash: Uint8Array; kind: 'token' | 'code' },
  storeId: string,
): Promise<{ spent_total: number; completed_at: Date } | null> {
  return db.first(
    `select t.spent_total, t.completed_at from ledger.pay_codes c join ledger.transactions t on t.id = c.transaction_id
     where c.${code.kind}_hash = $1 and t.store_id = $2`,
    [code.hash, storeId],
    `paid-by-${code.kind}`,
  )
}

type CodeHolder = {
  user_id: string
  /** This register has claimed the code: it stays good there, even after the phone shows another. */
  held: boolean
}

/** Whose code a payment came with: the one that was scanned, or the one that its checkout holds. */
export function findCodeHolder(
  db: Db,
  asked: Pick<PayRequest, 'checkout_id' | 'token_hash' | 'code_hash' | 'register_id'>,
): Promise<CodeHolder | null> {
  const { checkout_id, token_hash, code_hash, register_id } = asked
  const found =
    checkout_id !== null
      ? '(select k.pay_code_id from ledger.checkouts k where k.id = $1)'
      : `(select s.id from ledger.pay_codes s where s.${token_hash === null ? 'code' : 'token'}_hash = $1)`
  const by = checkout_id !== null ? 'checkout' : token_hash === null ? 'code' : 'token'
  return db.first(
    `select c.user_id, c.state = 'claimed' and c.claimed_by = $2 and c.claimed_until > ledger.now() as held
     from ledger.pay_codes c where c.id = ${found}`,
    [checkout_id ?? token_hash ?? code_hash, register_id],
    `code-holder-by-${by}`,
  )
}

/** The day that is open at the store now, which ends at its own hour or with its close, and not at midnight. */
export async function getBusinessDate(db: Db, storeId: string): Promise<string> {
  const row = await db.first<{ date: string }>(
    'select ledger.shop_date($1) as date',
    [storeId],
    'business-date',
  )
  return row!.date
}
