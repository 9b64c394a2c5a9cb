import { randomBytes } from 'node:crypto'
import { hashPassword } from '@shirogane/api/features/auth/passwords/passwords'
import { deriveKeys, type Keys } from '@shirogane/api/features/auth/keys'
import { endNights } from '@shirogane/testkit/acts/nights'
import pg from 'pg'

/** What every account of the measured world signs in with. */
export const password = 'silver-Spoon-1926'

/** What a customer of the measured world begins with, in yen and points. */
const balance = 90_000
const points = 5_000

/** What a shop has of each of its articles. */
const pieces = 1_000_000

export interface World {
  db: pg.Pool
  secretKey: string
  keys: Keys
  customers: { user_id: string; session_id: string }[]
  /** One clerk for each client of the load, each at a store of their own. */
  spread: Clerk[]
  /** As many clerks at one store, each at a register of their own. */
  together: Clerk[]
  skus: { id: string; price: number }[]
}

export interface Clerk {
  number: string
  user_id: string
  store_id: string
  register_id: string
}

/** The checks at the ledger's door are made for small statements and would crawl on large ones. */
const batch = 250
const clerks = 64
const stores = 100

/**
 * Fills an empty database: shops, clerks, articles, and customers who paid in and were given points. Wallets, money and
 * points come by the ledger's own door: movements and transfers as charges and gifts write them, only many in one
 * statement, so every trigger and check of the books sees them. The audit at the end proves it.
 */
export async function createWorld(databaseUrl: string, customers: number): Promise<World> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const secretKey = randomBytes(48).toString('hex')
  const keys = deriveKeys(Buffer.from(secretKey, 'hex'))
  const passwordHash = await hashPassword(password, keys.pepper)

  await db.query(`insert into levels (id, level_index, code, name, quota, rate_bp)
    select uuidv7(), i, 'rank' || i, 'Rank ' || i, q, r
    from unnest(array[0, 1, 2, 3, 4], array[0, 30000, 100000, 300000, 1000000], array[100, 200, 300, 400, 500]) t (i, q, r)
    on conflict do nothing`)
  await db.query(`insert into stores (id, code, name, postcode, address, phone)
    select uuidv7(), 'S' || chr(65 + n / 260) || chr(65 + n / 10 % 26) || n % 10, 'Store ' || n, '1000001', 'Tokyo', '0300000000'
    from generate_series(0, ${stores - 1}) n`)
  await db.query(`insert into registers (id, store_id, number, name)
    select uuidv7(), s.id, n, 'Register ' || n
    from stores s cross join generate_series(1, 99) n where n <= 3 or s.code = 'SAA0'`)
  await db.query(`insert into skus (id, sku, barcode, name, search_text, price, picture)
    select uuidv7(), 'SKU' || lpad(n::text, 4, '0'), lpad(n::text, 13, '0'), 'Goods ' || n, 'goods ' || n, 500 + n * 10, 'ring'
    from generate_series(1, 100) n`)
  await db.query('select ledger.open_stock(array_agg(id)) from skus')

  await db.query(
    `insert into legal_documents (id, slug, version, title, sections, is_material, effective_at)
     values (uuidv7(), 'tos', '1.0', '利用規約', '[]', true, '2020-01-01')`,
  )

  const staff = async (first: number, sameStore: boolean): Promise<Clerk[]> => {
    const { rows } = await db.query<Clerk>(
      `with shops as (
         select s.id, r.id as register_id,
           row_number() over (order by s.code, r.number) as place
         from stores s join registers r on r.store_id = s.id
         where case when $4 then s.code = 'SAA0' else r.number = 1 and s.code <> 'SAA0' end
       ), people as (
         insert into users (id, username, password_hash, type, verified, terms_version)
         select uuidv7(), 'clerk' || n, $3, 'employee', true, '1.0' from generate_series($1::int, $1::int + $2::int - 1) n
         returning id, substr(username, 6)::int as n
       ), hired as (
         insert into employees (user_id, number, type, name, store_id)
         select p.id, 'E' || lpad(p.n::text, 4, '0'), 'register', 'Clerk ' || p.n, s.id
         from people p join shops s on s.place = p.n - $1::int + 1
         returning user_id, number, store_id
       )
       select h.number, h.user_id, h.store_id, s.register_id
       from hired h join shops s on s.place = substr(h.number, 2)::int - $1::int + 1 order by h.number`,
      [first, clerks, passwordHash, sameStore],
    )
    return rows
  }
  const spread = await staff(1, false)
  const together = await staff(1 + clerks, true)
  // Every sale moves its articles, and a shop sells what it has: so much of each that no round runs out of it.
  await db.query(`
    insert into ledger.stock_documents (id, kind, store_id, actor_id, at)
    select uuidv7(), 'opening', s.id, (select user_id from employees where number = 'E0001'), now() from stores s;
    insert into ledger.stock_document_lines (document_id, line, sku_id, quantity)
    select d.id, row_number() over (partition by d.id order by k.sku), k.id, ${pieces}
    from ledger.stock_documents d cross join skus k;
    insert into ledger.stock_moves (store_id, sku_id, seq, kind, place, quantity, after, document_id, line, at)
    select d.store_id, l.sku_id, 1, d.kind, l.place, l.quantity, l.quantity, d.id, l.line, d.at
    from ledger.stock_documents d join ledger.stock_document_lines l on l.document_id = d.id`)

  for (let from = 1; from <= customers; from += batch) {
    await addCustomers(db, from, Math.min(customers, from + batch - 1), passwordHash)
  }
  // As a running server would have done long ago; else it would do it while payments are measured.
  await db.query('select ledger.extend_chain()')
  await db.query('select ledger.roll_prepaid($1)', [2 * customers])
  await db.query('select ledger.pass_all_movements()')
  await endNights(db)
  await db.query('vacuum analyze')

  const people = await db.query<{ user_id: string; session_id: string }>(
    `select u.id as user_id, s.id as session_id from users u join sessions s on s.user_id = u.id where u.type = 'customer'`,
  )
  const skus = await db.query<{ id: string; price: string }>(
    'select id, price from skus order by sku limit 20',
  )
  return {
    db,
    secretKey,
    keys,
    customers: people.rows,
    spread,
    together,
    skus: skus.rows.map(({ id, price }) => ({ id, price: Number(price) })),
  }
}

async function addCustomers(db: pg.Pool, from: number, until: number, passwordHash: string): Promise<void> {
  await db.query(
    `with people as (
       insert into users (id, username, password_hash, type, verified, terms_version, last_name, first_name)
       select uuidv7(), 'member' || n, $3, 'customer', true, '1.0', '例示', '花子' from generate_series($1::int, $2::int) n
       returning id
     ), wallets as (
       insert into ledger.wallets (user_id, level_year)
       select id, extract(year from now() at time zone 'Asia/Tokyo') from people
     )
     insert into sessions (id, user_id, handle, device_id, client, salt, acknowledged, absolute_expires_at)
     select uuidv7(), id, 'handle-' || id, 'device', 'api', sha256(id::text::bytea), true, now() + interval '30 days'
     from people`,
    [from, until, passwordHash],
  )
  const heads = (kind: string, received: string): string => `
    with shops as (
      select id, code, row_number() over (order by code) - 1 as place from stores
    ), people as (
      select u.id, substr(u.username, 7)::int as n from users u
      where u.type = 'customer' and substr(u.username, 7)::int between $1 and $2
    ), heads as (
      insert into ledger.movements (id, number, kind, customer_id, store_id, business_date, ${received},
        level_before, level_after, balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after,
        opened_at, completed_at)
      select uuidv7(), ledger.next_number(s.code, current_date), '${kind}', p.id, s.id, current_date, $3,
        0, 0, $4, 0, $5, 0, now(), now()
      from people p join shops s on s.place = p.n % ${stores}
      returning id, customer_id, store_id
    ), told as (
      insert into ledger.outbox (topic, transaction_id, created_at, available_at, sent_at)
      select 'transaction', id, now(), now(), now() from heads
    )`
  const transfers = `
    insert into ledger.transfers
      (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)`
  await db.query(
    `${heads('charge', 'received_paid')} ${transfers}
     select id, 1, 'charge', 'drawer', store_id, 'balance_paid', customer_id, $3 from heads`,
    [from, until, balance, balance, 0],
  )
  await db.query(
    `${heads('grant', 'received_point_regular')} ${transfers}
     select id, 1, 'grant_points', 'points_cost', store_id, 'point_regular', customer_id, $3 from heads`,
    [from, until, points, balance, points],
  )
  await db.query(
    `update ledger.wallets set point_regular_expires_on = (ledger.now() at time zone 'Asia/Tokyo' + interval '12 months')::date
     where point_regular > 0 and point_regular_expires_on is null`,
  )
}
