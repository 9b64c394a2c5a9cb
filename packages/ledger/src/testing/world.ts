import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { allTenders, type ByTender, type DebtTender, eachOf, sumOver } from '@shirogane/domain/sales/tenders'
import { allocate, type SaleLine, taxOf } from '../pay/allocate.ts'
import { collectDeferred, type CollectOutcome, type CollectRequest } from '../deferred/collect.ts'
import { createGatherer, type Gatherer } from '../pay/pay.ts'
import type { PayOutcome } from '../pay/post-sales.ts'
import type { PayRequest } from '../pay/pay-request.ts'
import {
  type PlanOutcome,
  planRefund,
  postRefund,
  type RefundOutcome,
  type RefundRequest,
} from '../refund/refund.ts'
import type { TransactionRow } from '../rows.ts'
import { forfeitPoints } from '../points/forfeit.ts'
import { type Gift, giveGift } from '../points/gifts.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { signed } from './signed.ts'
import type { Clerk, GivingBack } from './giving-back.ts'
import { owe } from './owe.ts'
import { payIn } from './pay-in.ts'
import type { WantedState } from '@shirogane/domain/checkouts/update-checkout'
import { updateCheckout } from '../pay/update-checkout.ts'
import { scanCode } from './scan.ts'
import { rowsOf as rowsIn, withinPool } from '../within.ts'
import type { Wallet } from './wallet.ts'

export type { Clerk }
export type Customer = { id: string; session_id: string }
export type Code = { id: string; token_hash: Buffer; code_hash: Buffer }
export type Holdings = {
  paid?: number
  bonus?: number
  points?: number
  /** Lots of limited points: how many and until when. */
  limited?: readonly (readonly [points: number, until: string])[]
}

export type Sale = Partial<ByTender> & {
  clerk?: Clerk
  code?: Code | null
  digits?: Code
  checkout?: string
  key?: string
  id?: string
  lines?: readonly SaleLine[]
  cash_tendered?: number
  note?: string
  route?: string
  /** The person who lets a late payer defer once more. */
  override_by?: Clerk
}

export type Collecting = {
  customer: Customer
  amount?: number | null
  sale?: string
  tender?: DebtTender
  by?: Clerk
  /** The customer themself, in their app. */
  own?: boolean
  code?: Code
  cash_tendered?: number
  key?: string
  id?: string
}

export type World = TestDatabase & {
  gatherer: Gatherer
  /** Two registers of one store and one of another. */
  register: Clerk
  neighbour: Clerk
  elsewhere: Clerk
  /** The manager of the first store. */
  manager: Clerk
  /** Moves the ledger's clock to this moment and stops it there; null sets it going again. */
  setClock(at: string | null): Promise<void>
  clerk(store_id: string, register_id: string, own_customer_id?: string): Promise<Clerk>
  customer(holdings?: Holdings): Promise<Customer>
  code(customer: Customer): Promise<Code>
  claim(
    code: Code,
    clerk?: Clerk,
    checkout?: string,
  ): Promise<{ refusal: string | null; checkout_id: string | null }>
  update(checkout: string, status: WantedState, items?: unknown): Promise<string | null>
  request(sale: Sale): PayRequest
  /** A new code of the customer, and the sale on it. */
  buy(customer: Customer, sale: Sale): Promise<PayOutcome>
  pay(sale: Sale): Promise<PayOutcome>
  /** The same deferral with its customer's signature, and beside it the manager's approval. */
  sign(request: PayRequest): Promise<PayRequest>
  wallet(customer: Customer): Promise<Wallet>
  charge(customer: Customer, amount: number, card?: boolean): Promise<void>
  plan(asked: GivingBack): Promise<PlanOutcome>
  /** Lets the customer defer so much, with everything that has to be known of them. */
  trust(customer: Customer, limit?: number): Promise<void>
  collect(asked: Collecting): Promise<CollectOutcome>
  /** Gives a sale back, by the manager unless another clerk is named. */
  giveBack(asked: GivingBack): Promise<RefundOutcome>
  /** Takes every point, as when the customer leaves. Answers how many went. */
  forfeit(customer: Customer): Promise<number>
  /** Gives what the brand gives, through its first shop. Answers whether it did. */
  give(customer: Customer, gift: Omit<Gift, 'transaction_id' | 'user_id'> & { id?: string }): Promise<boolean>
  grant(
    customer: Customer,
    points: number,
    until: string | null,
    balance?: number,
    balanceUntil?: string,
  ): Promise<void>
  /** Gives the customer a rank by hand, as head office does. */
  rank(customer: Customer, rank: number): Promise<void>
  /** Leaves the customer owing points, as a refund does that finds them spent. */
  owe(customer: Customer, points: number): Promise<void>
  /** The books balance after all that the tests did and moved; then the database goes. */
  close(): Promise<void>
  /**
   * Chains everything that is posted and on record. An open transaction of another file's database on this server holds
   * a block back as one of its own does, so it may take more than one try.
   */
  encrypt(): Promise<void>
  /** Fills the book of prepaid value with everything that is posted. It waits for open transactions as `extend_chain` does. */
  rollPrepaid(): Promise<void>
  findings(): Promise<{ rule: string; subject: string; expected: string; found: string }[]>
}

/** The ranks as the brand has them: quota in yen of a year, rate in basis points. */
export const ranks = [
  [0, 'none', 0, 100],
  [1, 'hammered', 30_000, 200],
  [2, 'oxidised', 100_000, 300],
  [3, 'mirror', 300_000, 400],
  [4, 'silver', 1_000_000, 500],
] as const

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Shops, clerks and ranks in a database of its own; customers come as a test needs them. */
export async function createWorld(): Promise<World> {
  return furnish(await createDatabase())
}

async function furnish(db: TestDatabase): Promise<World> {
  const { owner, app } = db
  for (const [index, code, quota, rate] of ranks) {
    await owner.query(
      'insert into levels (id, level_index, code, name, quota, rate_bp) values ($1, $2, $3, $3, $4, $5)',
      [randomUUID(), index, code, quota, rate],
    )
  }
  // No customer stands at these registers with a phone to be asked; `confirm.test.ts` has them.
  await owner.query(`insert into settings (key, value) values ('pay.confirm_over', '0')`)
  const [first, second] = [await openStore(owner, 'KNZ1', 2), await openStore(owner, 'KRM1', 1)]
  let hired = 0
  const clerk = async (store_id: string, register_id: string, own_customer_id?: string): Promise<Clerk> => {
    hired += 1
    const number = `E${String(hired).padStart(4, '0')}`
    const user_id = await addUser(owner, 'employee')
    await owner.query(
      `insert into employees (user_id, number, type, name, store_id, own_customer_id)
       values ($1, $2, 'register', '担当', $3, $4)`,
      [user_id, number, store_id, own_customer_id ?? null],
    )
    return { user_id, session_id: await addSession(owner, user_id), store_id, register_id }
  }
  const register = await clerk(first.id, first.registers[0] ?? '')
  const neighbour = await clerk(first.id, first.registers[1] ?? '')
  const elsewhere = await clerk(second.id, second.registers[0] ?? '')
  const manager = await clerk(first.id, first.registers[0] ?? '')
  await owner.query(`update employees set type = 'manager' where user_id = $1`, [manager.user_id])
  const rowsOf = rowsIn(app)

  const world: World = {
    ...db,
    gatherer: createGatherer(app),
    register,
    neighbour,
    elsewhere,
    manager,
    clerk,
    async setClock(at) {
      const moment = at === null ? 'transaction_timestamp()' : `timestamptz '${at}'`
      await owner.query(
        `create or replace function ledger.now() returns timestamptz language sql stable parallel safe return ${moment}`,
      )
    },
    async customer({ paid = 0, bonus = 0, points = 0, limited = [] } = {}) {
      const id = await addUser(owner, 'customer')
      await owner.query(
        `insert into ledger.wallets (user_id, level_year) values ($1, extract(year from ledger.now() at time zone 'Asia/Tokyo'))`,
        [id],
      )
      const customer = { id, session_id: await addSession(owner, id) }
      if (paid > 0) await world.charge(customer, paid)
      if (bonus > 0 || points > 0) await world.grant(customer, points, null, bonus)
      for (const [amount, until] of limited) await world.grant(customer, amount, until)
      return customer
    },
    async code(customer) {
      const code = { id: randomUUID(), token_hash: randomBytes(32), code_hash: randomBytes(32) }
      await app.query('select ledger.issue_pay_code($1, $2, $3, $4, $5, 300, 10)', [
        code.id,
        customer.id,
        customer.session_id,
        code.token_hash,
        code.code_hash,
      ])
      return code
    },
    async claim(code, clerk = register, checkout = randomUUID()) {
      const { code: refusal, checkout_id } = await withinPool(app, (db) =>
        scanCode(db, code.token_hash, clerk, checkout),
      )
      return { refusal, checkout_id }
    },
    async update(checkout, status, items) {
      const { store_id } = register
      const asked = { checkout_id: checkout, store_id, status, items, note: null, ttl_seconds: 120 }
      return withinPool(app, (db) => updateCheckout(db, asked))
    },
    request(sale) {
      const clerk = sale.clerk ?? register
      const tenders = eachOf(allTenders, (tender) => sale[tender] ?? 0)
      const total = sumOver(allTenders, tenders)
      const lines = sale.lines ? [...sale.lines] : [lineOf(1, total)]
      const priced = allocate(lines, tenders)
      const id = sale.id ?? randomUUID()
      return {
        actor_id: clerk.user_id,
        session_id: clerk.session_id,
        route: sale.route ?? 'transactions.pay',
        key: sale.key ?? randomUUID(),
        request_hash: hashOf(JSON.stringify([id, tenders, lines, sale.note])),
        transaction_id: id,
        checkout_id: sale.checkout ?? null,
        token_hash: sale.code?.token_hash ?? null,
        code_hash: sale.digits?.code_hash ?? null,
        store_id: clerk.store_id,
        register_id: clerk.register_id,
        lines: priced,
        total,
        ...tenders,
        contract:
          tenders.later > 0
            ? {
                signature: null,
                signed_approval_id: null,
                override_by: sale.override_by?.user_id ?? null,
                approval_id: null,
                override_reason: sale.override_by ? 'お約束の日を確認' : null,
              }
            : null,
        cash_tendered: sale.cash_tendered ?? null,
        tax: taxOf(priced),
        note: sale.note ?? null,
      }
    },
    async buy(customer, sale) {
      return world.pay({ ...sale, code: await world.code(customer) })
    },
    async pay(sale) {
      const request = world.request(sale)
      return world.gatherer.pay(request.later > 0 ? await world.sign(request) : request)
    },
    sign: (request) =>
      signed(owner, request, request.actor_id === manager.user_id ? register.user_id : manager.user_id),
    async wallet(customer) {
      const { rows } = await app.query<Wallet>('select * from ledger.wallets where user_id = $1', [
        customer.id,
      ])
      if (!rows[0]) throw new Error(`no wallet of ${customer.id}`)
      return rows[0]
    },
    async charge(customer, amount, card = false) {
      const { store_id, register_id, user_id } = register
      await withinPool(owner, (db) =>
        payIn(db, {
          customer_id: customer.id,
          store_id,
          register_id,
          employee_id: user_id,
          amount,
          is_card: card,
        }),
      )
    },
    plan: ({ sale, items, amount, kind }) =>
      planRefund(rowsOf, {
        kind: kind ?? 'refund',
        sale_id: sale,
        items: items ?? null,
        amount: amount ?? null,
      }),
    giveBack({
      sale,
      kind = 'refund',
      by = manager,
      approved_by,
      items,
      amount,
      reason,
      key,
      id,
      to_balance,
    }) {
      const request: RefundRequest = {
        kind,
        actor_id: by.user_id,
        session_id: by.session_id,
        route: kind,
        key: key ?? randomUUID(),
        request_hash: hashOf(JSON.stringify([sale, kind, items, amount, reason])),
        transaction_id: id ?? randomUUID(),
        sale_id: sale,
        register_id: by.register_id,
        items: items ?? null,
        amount: amount ?? null,
        reason: reason ?? 'お客さま都合',
        approved_by: approved_by?.user_id ?? null,
        ...(to_balance !== undefined && { to_balance }),
      }
      return withinPool(app, (db) => postRefund(db, request))
    },
    async trust(customer, limit = 50_000) {
      // The documents behind a checked identity are no matter of the ledger's.
      await owner.query(
        `begin; set local session_replication_role = replica;
         update users set kyc_status = 'approved', date_of_birth = '1990-01-01' where id = '${customer.id}'; commit`,
      )
      await app.query(`select ledger.set_deferred_limit($1, $2, '常連のお客さま', $3, null, $4)`, [
        customer.id,
        limit,
        manager.user_id,
        manager.store_id,
      ])
    },
    collect({ customer, amount = null, sale, tender = 'cash', by = register, own = false, code, ...rest }) {
      const asked = { customer: customer.id, amount, sale, tender }
      const request: CollectRequest = {
        actor_id: own ? customer.id : by.user_id,
        session_id: own ? customer.session_id : by.session_id,
        route: 'later',
        key: rest.key ?? randomUUID(),
        request_hash: hashOf(JSON.stringify(asked)),
        transaction_id: rest.id ?? randomUUID(),
        customer_id: customer.id,
        store_id: own ? null : by.store_id,
        register_id: own ? null : by.register_id,
        amount,
        sale_id: sale ?? null,
        tender,
        cash_tendered: rest.cash_tendered ?? null,
        token_hash: code?.token_hash ?? null,
        code_hash: null,
        note: null,
      }
      return withinPool(app, (db) => collectDeferred(db, request))
    },
    async grant(customer, points, until, balance = 0, balanceUntil) {
      await world.give(customer, {
        points,
        expires_at: until,
        yen: balance,
        yen_expires_at: balanceUntil ?? null,
      })
    },
    forfeit: ({ id: user_id }) =>
      withinPool(app, (db) => forfeitPoints(db, { user_id, transaction_id: randomUUID() })),
    give: ({ id: user_id }, { id = randomUUID(), ...gift }) =>
      withinPool(app, (db) =>
        giveGift(db, { transaction_id: id, user_id, store_id: register.store_id, ...gift }),
      ),
    async rank(customer, rank) {
      await owner.query(
        `begin;
         set local session_replication_role = replica;
         insert into ledger.given_levels (id, user_id, level_index, rank, until, reason, given_by, approved_by, given_at)
         select gen_random_uuid(), '${customer.id}', ${rank}, '', m.until, 'お詫び', '${register.user_id}',
           '${manager.user_id}', ledger.now()
         from (select make_date(extract(year from ledger.now() at time zone 'Asia/Tokyo')::int + 1, 12, 31) as until) m;
         update ledger.wallets set level_given = g.level_index, level_given_until = g.until
         from ledger.given_levels g where g.user_id = wallets.user_id and wallets.user_id = '${customer.id}';
         commit`,
      )
    },
    owe: (customer, points) => owe(owner, { customer_id: customer.id, store_id: register.store_id, points }),
    async close() {
      const findings = await world.findings()
      await db.drop()
      if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings)}`)
    },
    async encrypt() {
      for (;;) {
        await app.query('select ledger.extend_chain()')
        const { rows } = await owner.query(
          `select exists (select from ledger.transactions t where t.xid >= l.until)
             or exists (select from audit_log a where a.xid >= l.until) as unsealed
           from (select coalesce(max(until_xid), '0'::xid8) as until from ledger.chain_blocks) l`,
        )
        if (!rows[0].unsealed) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },

    async rollPrepaid() {
      for (;;) {
        await app.query('select ledger.roll_prepaid()')
        const { rows } = await owner.query(
          `select exists (select from ledger.transactions t where t.xid >= (select until_xid from ledger.prepaid_state)) as left`,
        )
        if (!rows[0].left) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },

    async findings() {
      const { rows } = await app.query('select * from ledger.audit()')
      return rows
    },
  }
  return world
}

/** One line of one piece that costs all of it. */
export function lineOf(line: number, subtotal: number, tax_rate_bp = 1000): SaleLine {
  return {
    line,
    sku_id: null,
    sku: null,
    name: '月暈リング',
    quantity: 1,
    unit_price: subtotal,
    discount: 0,
    subtotal,
    tax_rate_bp,
  }
}

/** The movement that was posted; a refusal fails the test with its code. */
export function posted(outcome: PayOutcome): TransactionRow {
  if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
  return outcome.transaction
}

async function openStore(owner: pg.Pool, code: string, registers: number) {
  const id = randomUUID()
  await owner.query(
    `insert into stores (id, code, name, postcode, address, phone) values ($1, $2, $2, '9200000', '石川県', '0760000000')`,
    [id, code],
  )
  const ids = Array.from({ length: registers }, () => randomUUID())
  for (const [index, register] of ids.entries()) {
    await owner.query(`insert into registers (id, store_id, number, name) values ($1, $2, $3, 'レジ')`, [
      register,
      id,
      index + 1,
    ])
  }
  return { id, registers: ids }
}

async function addUser(owner: pg.Pool, type: 'customer' | 'employee'): Promise<string> {
  const id = randomUUID()
  await owner.query(
    `insert into users (id, username, password_hash, type, verified, terms_version) values ($1, $2, '-', $3, true, '1')`,
    [id, `u${id.replaceAll('-', '')}`, type],
  )
  return id
}

async function addSession(owner: pg.Pool, user_id: string): Promise<string> {
  const id = randomUUID()
  await owner.query(
    `insert into sessions (id, user_id, handle, device_id, salt, absolute_expires_at)
     values ($1, $2, $3, 'device', '\\x00', '2100-01-01')`,
    [id, user_id, id],
  )
  return id
}
