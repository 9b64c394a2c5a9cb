import type { Column } from '@shirogane/contract/wire/reach'
import { randomUUID } from 'node:crypto'
import type { Ask, Caller } from '../calls/caller.ts'
import { saveCard } from '../acts/cards.ts'
import type { CastName } from '../cast.ts'
import { castPassword } from '../database.ts'
import { players } from './rights-table.ts'
import { sell } from '../acts/sale.ts'
import type { TestApi } from '../start-api.ts'

export const newArticle = {
  name: '試しの品',
  price: 1_100,
  tax_rate: 1_000,
  picture: 'ring',
  category: 'other',
  not_returnable: null,
  stocked: true,
  fineness: null,
  weight_mg: null,
  size: null,
  by_weight: null,
  quick_order: null,
} as const

export const aCart = [{ name: '雑貨', unit_price: 1_100, quantity: 1 }]

/** What everybody who may be a second person has the right to. */
export const approvalBody = { kind: 'later_limit', subject: { user: 1 }, amount: 1_500 }

export const withKey = (ask: Ask): Ask => ({ ...ask, headers: { 'Idempotency-Key': randomUUID() } })

/** What a legal request needs to be there: a sale, a campaign, a colleague. */
export function askMakers(apiOf: () => TestApi) {
  const callerOf = (column: Column): Promise<Caller> =>
    column === 'anonymous' ? Promise.resolve(apiOf().nobody) : apiOf().as(players[column])

  async function noticeOf(caller: Caller): Promise<string> {
    const [row] = await apiOf().db.query<{ id: string }>(
      `select id from notifications where user_id = $1 order by created_at, id limit 1`,
      [caller.user_id],
    )
    return row?.id ?? randomUUID()
  }
  const payBody = async () => {
    const { token } = await (await apiOf().as('hanako')).get('users.token')
    return { token, amount: 1_100, tenders: { cash: 1_100 } }
  }
  const openCheckout = async (): Promise<string> => {
    const { token } = await (await apiOf().as('hanako')).get('users.token')
    const state = await (
      await apiOf().as('clerk')
    ).get('transactions.pay', {
      body: { token, amount: 1_100 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    return state.transaction.id
  }
  const homeStore = async (): Promise<string> => {
    const [store] = await apiOf().db.query<{ id: string }>(
      `select store_id as id from employees where user_id = $1`,
      [(await apiOf().as('clerk')).user_id],
    )
    return store?.id ?? ''
  }

  async function ownRegister(): Promise<{ id: string; store_id: string }> {
    const [row] = await apiOf().db.query<{ id: string; store_id: string }>(
      `select r.id, r.store_id from registers r join stores s on s.id = r.store_id where s.code = 'KNZ1' and r.number = 1`,
    )
    return row!
  }
  async function aParked(): Promise<string> {
    const id = randomUUID()
    await (
      await apiOf().as('clerk')
    ).get('transactions.park', {
      body: { id, register_id: (await ownRegister()).id, name: '取り置き', items: aCart },
    })
    return id
  }
  async function anArticle(): Promise<{ id: string; version: number }> {
    const [row] = await apiOf().db.query<{ id: string; version: number }>(
      `select id, version from skus where sku = 'CG001'`,
    )
    return row!
  }
  /** A rate that the manager of another store entered, so that everybody here may decide it. */
  async function aRate(): Promise<string> {
    const id = randomUUID()
    await apiOf().db.query(`delete from silver_rates`)
    await apiOf().db.query(
      `insert into silver_rates (id, price_per_g, requested_by, requested_at)
       select $1, 420, user_id, now() from employees where number = 'E0004'`,
      [id],
    )
    return id
  }

  const hanakosCode = async () => (await (await apiOf().as('hanako')).get('users.token')).token

  let today: string | null = null
  /** A close of today that agrees with the books, once everything that waits is given up. */
  async function closing() {
    const store_id = await kanazawa()
    await apiOf().db.query(
      `update ledger.checkouts set status = 'cancelled' where status in ('open', 'saved')`,
    )
    await apiOf().db.query(
      `update parked_sales set status = 'discarded', held_until = null where status in ('parked', 'resumed')`,
    )
    const day = await (
      await apiOf().as('owner')
    ).get('admin.day', { query: { store_id, ...(today && { date: today }) } })
    today ??= day.date
    return {
      store_id,
      date: today,
      counted: { 1: day.cash.expected % 10_000, 10000: Math.floor(day.cash.expected / 10_000) },
      deposit: 0,
    }
  }

  async function anApproval(by: 'clerk' | 'manager' | 'owner'): Promise<string> {
    const { id } = await (
      await apiOf().as(by)
    ).get('approvals.ask', { body: { ...approvalBody, store_id: await kanazawa() } })
    return id
  }

  async function proveFor(column: Column, purpose: 'staff' | 'store' | 'payout_freeze'): Promise<void> {
    if (column !== 'manager' && column !== 'admin') return
    await (
      await callerOf(column)
    ).get('auth.stepUp', { body: { method: 'password', purpose, password: castPassword } })
  }

  /** Payouts that stand still for what a check found, until a caller with the right lets them go on. */
  async function aFreeze(): Promise<string> {
    const id = randomUUID()
    await apiOf().db.query(`insert into book_checks (id, checked_at, findings) values ($1, now(), 1)`, [id])
    await apiOf().db.query(`insert into payout_freezes (check_id, frozen_at) values ($1, now())`, [id])
    await proveFor('admin', 'payout_freeze')
    return id
  }

  /** A clerk at the register of the manager's store, whom no other test needs. */
  async function aColleague(): Promise<string> {
    const id = randomUUID()
    await apiOf().db.query(
      `insert into users (id, username, password_hash, type, verified) values ($1, $2, '-', 'employee', true)`,
      [id, `c${id.replaceAll('-', '').slice(0, 18)}`],
    )
    await apiOf().db.query(
      `insert into employees (user_id, number, type, name, store_id)
       select $1, 'E' || lpad((count(*) + 1000)::text, 4, '0'), 'register', '同僚', $2 from employees`,
      [id, await kanazawa()],
    )
    return id
  }

  async function kanazawa(): Promise<string> {
    const [row] = await apiOf().db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
    return row?.id ?? ''
  }

  /** A sale that the caller of this column may read, where anybody of the column may. */
  async function readable(column: Column): Promise<string> {
    return oneSale(column === 'affiliator' ? 'takasaki' : 'hanako')
  }

  /** The same with a 領収書 of which one copy has been counted. */
  async function withFormalReceipt(column: Column): Promise<string> {
    const id = await readable(column)
    const owner = await apiOf().as(column === 'affiliator' ? 'takasaki' : 'hanako')
    await owner.get('transactions.formalReceipt', { params: { id }, body: { addressee: '株式会社例示' } })
    await owner.get('transactions.formalReceiptCopy', { params: { id }, body: { id: randomUUID() } })
    return id
  }

  async function soldBy(name: 'clerk' | 'manager', buyer: CastName = 'hanako'): Promise<string> {
    const sale = { amount: 1_100, tenders: { cash: 1_100 } }
    return (await sell(await apiOf().as(name), await apiOf().as(buyer), sale)).transaction.id
  }

  /** Head office shows once more who it is, for this one sale. */
  async function showAgain(ref: string): Promise<void> {
    await (
      await apiOf().as('owner')
    ).get('auth.stepUp', {
      body: { method: 'password', purpose: 'till_approval', ref, password: castPassword },
    })
  }

  /** A card of the caller; hanako's where the caller is not signed in, or aims at what is hers. */
  async function ownCard(column: Column): Promise<string> {
    const isOwn = column === 'customer' || column === 'affiliator'
    return (await saveCard(apiOf(), isOwn ? await callerOf(column) : await apiOf().as('hanako'))).id
  }

  async function ownCharge(column: Column): Promise<string> {
    const isOwn = column === 'customer' || column === 'affiliator'
    const caller = isOwn ? await callerOf(column) : await apiOf().as('hanako')
    const card = await saveCard(apiOf(), caller)
    const { id } = await caller.get('transactions.charge', {
      body: { payment_method_id: card.id, amount: 500 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    return id
  }

  async function aContact(): Promise<string> {
    const id = randomUUID()
    await apiOf().db.query(
      `insert into contacts (id, name, email, kind, message, search_text) values ($1, '例示', 'a@example.com', 'other', '質問', '')`,
      [id],
    )
    return id
  }

  /** A campaign without a member in it, of a spring far ahead. */
  async function aCampaign(): Promise<string> {
    const [row] = await apiOf().db.query<{ id: string }>(
      `insert into campaigns (id, name, kind, points, stackable, starts_at, ends_at, needs_entry, payment_min, created_at, created_by)
       select gen_random_uuid(), '春', 'fixed_point', 1, true, '2099-04-01', '2099-05-01', true, 1000, now(), user_id
       from employees where type = 'owner' returning id`,
    )
    return row?.id ?? ''
  }

  const saleOf = new Map<CastName, Promise<string>>()
  /** A sale for cash that the clerk made to this customer, the same whenever it is asked for. */
  function oneSale(buyer: CastName = 'hanako'): Promise<string> {
    const sale = saleOf.get(buyer) ?? soldBy('clerk', buyer)
    saleOf.set(buyer, sale)
    return sale
  }
  async function bottomLevel(): Promise<string> {
    const [row] = await apiOf().db.query<{ id: string }>('select id from levels where level_index = 0')
    return row?.id ?? ''
  }

  return {
    aCampaign,
    aColleague,
    aContact,
    aFreeze,
    aParked,
    aRate,
    anApproval,
    anArticle,
    bottomLevel,
    callerOf,
    closing,
    hanakosCode,
    homeStore,
    kanazawa,
    noticeOf,
    oneSale,
    openCheckout,
    ownCard,
    ownCharge,
    ownRegister,
    payBody,
    proveFor,
    readable,
    showAgain,
    soldBy,
    withFormalReceipt,
  }
}
