// The table of rights, cell by cell: every call and socket that exists, as every caller, with a request that is legal
// but for who sends it. A refusal must have the table's status and code, and must leave everything as it was.
import { randomUUID } from 'node:crypto'
import { endpoints } from '@shirogane/contract'
import { callOf, type CallName } from '@shirogane/contract/calls'
import { clientEvents } from '@shirogane/contract/events'
import { affiliateAsks } from '@shirogane/testkit/affiliate-asks'
import { confirmationAsks } from '@shirogane/testkit/confirmations'
import { cardToken, saveCard } from '@shirogane/testkit/cards'
import { cashoutAsks } from '@shirogane/testkit/cashouts'
import type { Ask, Caller, Reply } from '@shirogane/testkit/caller'
import { type CastName, castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { newDevice } from '@shirogane/testkit/push-service'
import { officeAsks } from '@shirogane/testkit/office'
import { type Column, columns, players, rowOf, rows } from '@shirogane/testkit/rights-table'
import { fingerprint } from '@shirogane/testkit/fingerprint'
import { grantPoints } from '@shirogane/testkit/funds'
import { kycAsks } from '@shirogane/testkit/kyc-asks'
import { laterAsks } from '@shirogane/testkit/later-asks'
import { payoutMethodAsks } from '@shirogane/testkit/payout-methods'
import { payoutAsks } from '@shirogane/testkit/payouts'
import { rewardAsks } from '@shirogane/testkit/rewards'
import { storeAsks } from '@shirogane/testkit/store-asks'
import { sell } from '@shirogane/testkit/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { stockAsks } from '@shirogane/testkit/stock-asks'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** The smallest picture there is. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let api: TestApi
let sale: string
let level: string
let elsewhereRegister: string
beforeAll(async () => {
  // A port that nothing answers: devices may be named, and none is rung.
  api = await startApi({ env: { VAPID_SERVICES: 'http://127.0.0.1:9' } })
  sale = (
    await sell(await api.as('clerk'), await api.as('hanako'), { amount: 1_100, tenders: { cash: 1_100 } })
  ).transaction.id
  const [bottom] = await api.db.query<{ id: string }>('select id from levels where level_index = 0')
  level = bottom?.id ?? ''
  const [register] = await api.db.query<{ id: string }>(
    `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KRM1'`,
  )
  elsewhereRegister = register?.id ?? ''
  // Notices for everybody who may read some, so that "own" has something to be.
  await api.db.query(
    `insert into notifications (id, user_id, title, message, dedupe_key)
     select gen_random_uuid(), id, 'お知らせ', '本文', 'rights:' || id from users`,
  )
})
afterAll(() => api.close())

const callerOf = (column: Column): Promise<Caller> =>
  column === 'anonymous' ? Promise.resolve(api.nobody) : api.as(players[column])

async function noticeOf(caller: Caller): Promise<string> {
  const [row] = await api.db.query<{ id: string }>(
    `select id from notifications where user_id = $1 limit 1`,
    [caller.user_id],
  )
  return row?.id ?? randomUUID()
}
const payBody = async () => {
  const { token } = await (await api.as('hanako')).get('users.token')
  return { token, amount: 1_100, tenders: { cash: 1_100 } }
}
const openCheckout = async (): Promise<string> => {
  const { token } = await (await api.as('hanako')).get('users.token')
  const state = await (
    await api.as('clerk')
  ).get('transactions.pay', {
    body: { token, amount: 1_100 },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  return state.transaction.id
}
const homeStore = async (): Promise<string> => {
  const [store] = await api.db.query<{ id: string }>(
    `select store_id as id from employees where user_id = $1`,
    [(await api.as('clerk')).user_id],
  )
  return store?.id ?? ''
}
const withKey = (ask: Ask): Ask => ({ ...ask, headers: { 'Idempotency-Key': randomUUID() } })

/** What changes or ends the account itself is tried by account-security.test.ts, on people whom nobody else needs. */
type SecurityCall =
  | 'users.password'
  | 'users.email'
  | 'users.sendEmailCode'
  | 'users.verifyEmail'
  | 'users.phone'
  | 'users.verifyPhone'
  | 'users.export'
  | 'users.remove'

const newArticle = {
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
const aCart = [{ name: '雑貨', unit_price: 1_100, quantity: 1 }]
async function ownRegister(): Promise<{ id: string; store_id: string }> {
  const [row] = await api.db.query<{ id: string; store_id: string }>(
    `select r.id, r.store_id from registers r join stores s on s.id = r.store_id where s.code = 'KNZ1' and r.number = 1`,
  )
  return row!
}
async function aParked(): Promise<string> {
  const id = randomUUID()
  await (
    await api.as('clerk')
  ).get('transactions.park', {
    body: { id, register_id: (await ownRegister()).id, name: '取り置き', items: aCart },
  })
  return id
}
async function anArticle(): Promise<{ id: string; version: number }> {
  const [row] = await api.db.query<{ id: string; version: number }>(
    `select id, version from skus where sku = 'CG001'`,
  )
  return row!
}
/** A rate that the manager of another store entered, so that everybody here may decide it. */
async function aRate(): Promise<string> {
  const id = randomUUID()
  await api.db.query(`delete from silver_rates`)
  await api.db.query(
    `insert into silver_rates (id, price_per_g, requested_by, requested_at)
     select $1, 420, user_id, now() from employees where number = 'E0004'`,
    [id],
  )
  return id
}

const hanakosCode = async () => (await (await api.as('hanako')).get('users.token')).token

/** One legal request for each call. `other_customer` aims at what is hanako's. */
const asks: Record<
  Exclude<CallName, `auth.${string}` | SecurityCall>,
  (column: Column) => Promise<Ask> | Ask
> = {
  ...stockAsks(() => api),
  ...affiliateAsks(
    () => api,
    (column) => callerOf(column),
  ),
  'users.me': () => ({}),
  'users.wallet': () => ({}),
  'users.level': () => ({}),
  'users.employeeDetails': () => ({}),
  'users.token': () => ({}),
  'users.holdOutToken': async (column) => {
    const member = await api.as(column === 'affiliator' ? 'takasaki' : 'hanako')
    return { body: { issued_at: (await member.get('users.token')).issued_at } }
  },
  'users.voidToken': () => ({}),
  'users.admin': async () => ({ params: { id: (await api.as('hanako')).user_id } }),
  'users.profile': () => ({ body: { gender: 'unanswered' } }),
  'users.agreeToTos': () => ({ body: { version: '1.0' } }),
  'addresses.search': () => ({ params: { postcode: '9200981' } }),
  'addresses.user': () => ({}),
  'addresses.create': () => ({
    body: { postcode: '920-0981', prefecture: '石川県', city: '金沢市', town: '片町', street: '0-0-0' },
  }),
  'contacts.create': () => ({
    body: {
      name: '例示 花子',
      email: 'hanako@example.com',
      kind: 'other',
      message: '営業時間を教えてください。',
    },
  }),
  'users.contactTransaction': async (column) => ({
    body: {
      transaction_id: column === 'affiliator' ? await ownSale('takasaki') : sale,
      message: 'この取引について教えてください。',
    },
  }),
  'admin.contacts': () => ({}),
  'admin.contact': async () => ({ params: { id: await aContact() } }),
  'admin.updateContact': async () => ({ params: { id: await aContact() }, body: { note: '確認中' } }),
  'legal.list': () => ({}),
  'legal.show': () => ({ params: { slug: 'tos' } }),
  'users.avatar': async (column) => ({
    params: {
      id:
        column === 'anonymous' || column === 'other_customer'
          ? (await api.as('hanako')).user_id
          : (await callerOf(column)).user_id,
    },
    body: { avatar: null },
  }),
  'files.avatar': () => ({ file: { bytes: onePixel } }),
  'users.isUsernameAvailable': () => ({ query: { username: 'somebody' } }),
  'users.isPhoneAvailable': () => ({ query: { phone: '090-0000-9001' } }),
  'users.isEmailAvailable': () => ({ query: { email: 'somebody@example.com' } }),
  'users.changePhone': async (column) => ({
    params: {
      id: (await (column === 'anonymous' || column === 'other_customer' ? api.as('taro') : callerOf(column)))
        .user_id,
    },
    body: { phone: '090-0000-9002' },
  }),
  'users.levelHistory': () => ({}),
  'levels.list': () => ({}),
  'campaigns.list': () => ({}),
  'campaigns.enter': async () => ({ params: { id: await aCampaign() } }),
  'admin.campaigns': () => ({}),
  'admin.campaign': async () => ({ params: { id: await aCampaign() } }),
  'admin.createCampaign': () => ({
    body: {
      id: randomUUID(),
      name: '春の銀器フェア',
      description: '',
      kind: 'fixed_point',
      rate_bp: null,
      factor_bp: null,
      points: 1,
      stackable: true,
      starts_at: '2099-03-31T15:00:00Z',
      ends_at: '2099-04-30T15:00:00Z',
      needs_entry: true,
      payment_min: 1_000,
      store_ids: null,
      level_indexes: null,
      member_max: null,
      budget: null,
      points_days: null,
    },
  }),
  'admin.updateCampaign': async () => ({
    params: { id: await aCampaign() },
    body: { description: '対象店舗を追加' },
  }),
  'admin.levels': () => ({}),
  'admin.updateLevel': () => ({ params: { id: level }, body: { birthday_points: 300 } }),
  'levels.nextLevel': () => ({ params: { id: level } }),
  'notifications.count': () => ({}),
  'notifications.list': () => ({}),
  'notifications.readAll': () => ({}),
  'notifications.settings': () => ({}),
  'notifications.updateSettings': () => ({ body: { push: { news: false } } }),
  'notifications.pushKey': () => ({}),
  'notifications.subscribe': () => ({
    body: {
      subscription: { endpoint: 'http://127.0.0.1:9/device', keys: newDevice().keys },
    },
  }),
  'notifications.unsubscribe': () => ({}),
  'notifications.show': async (column) => ({
    params: {
      id: await noticeOf(
        column === 'anonymous' || column === 'other_customer'
          ? await api.as('hanako')
          : await callerOf(column),
      ),
    },
  }),
  'notifications.read': async (column) => ({
    params: {
      id: await noticeOf(
        column === 'anonymous' || column === 'other_customer'
          ? await api.as('hanako')
          : await callerOf(column),
      ),
    },
  }),
  'transactions.list': () => ({}),
  'transactions.stores': () => ({}),
  'transactions.details': async (column) => ({
    params: { id: column === 'affiliator' ? await ownSale('takasaki') : sale },
  }),
  'transactions.receipt': async (column) => ({ params: { id: await readable(column) } }),
  'transactions.receiptPdf': async (column) => ({ params: { id: await readable(column) } }),
  'transactions.formalReceipt': async (column) => ({
    params: { id: await readable(column) },
    body: { addressee: '株式会社例示' },
  }),
  'transactions.receiptCopy': async () => ({
    params: { id: await soldBy('clerk') },
    body: { id: randomUUID() },
  }),
  'transactions.receiptMail': async () => ({
    params: { id: await soldBy('clerk') },
    body: { id: randomUUID(), email: 'receipt@example.com' },
  }),
  'transactions.formalReceiptCopy': async (column) => ({
    params: { id: await withFormalReceipt(column) },
    body: { id: randomUUID() },
  }),
  'transactions.formalReceiptPdf': async (column) => ({
    params: { id: await withFormalReceipt(column), copy: '1' },
  }),
  'transactions.registerState': async (column) => ({
    params: { id: column === 'affiliator' ? await ownSale('takasaki') : sale },
  }),
  ...confirmationAsks(() => api),
  'transactions.pay': async () => withKey({ body: await payBody() }),
  'transactions.payUpdate': async () =>
    withKey({ body: { transaction_id: await openCheckout(), note: 'ラッピング' } }),
  'transactions.refund': async (column) => {
    const transaction_id = await soldBy(column === 'register' ? 'manager' : 'clerk')
    if (column === 'admin') await showAgain(transaction_id)
    return withKey({ body: { transaction_id, reason: 'お客さま都合' } })
  },
  'transactions.exchange': async (column) => {
    const transaction_id = await soldBy(column === 'register' ? 'manager' : 'clerk')
    const give_back = { transaction_id, items: [{ line: 1, quantity: 1 }], reason: 'お客さま都合' }
    const items = [{ name: '雑貨', unit_price: 1, quantity: 1, tax_rate: 1_000 }]
    return withKey({ body: { give_back, sale: { items, tenders: { cash: 1 } }, cash_handed: 1 } })
  },
  'transactions.refundPreview': async () => ({ body: { transaction_id: await soldBy('clerk') } }),
  'transactions.delete': async (column) => {
    const id = await soldBy('clerk')
    if (column === 'admin') await showAgain(id)
    const employee_id = castLogins[column === 'manager' ? 'manager' : column === 'admin' ? 'owner' : 'clerk']
    return withKey({ params: { id }, body: { employee_id, password: castPassword } })
  },
  'transactions.shownMember': async () => ({ body: { token: await hanakosCode() } }),
  'transactions.transferPoint': async () =>
    withKey({ body: { to: await hanakosCode(), points: 1, reason: 'お詫び' } }),
  'transactions.chargeCash': async () =>
    withKey({ body: { to: await hanakosCode(), amount: 500, cash_tendered: 500 } }),
  'transactions.search': async () => ({ query: { store_id: await homeStore() } }),
  'transactions.searchCsv': async () => ({ query: { store_id: await homeStore() } }),
  'transactions.charge': async (column) =>
    withKey({ body: { payment_method_id: await ownCard(column), amount: 500 } }),
  'transactions.finishCharge': async (column) => ({ params: { id: await ownCharge(column) } }),
  'gateway.webhook': () => ({ body: { type: 'charge.succeeded', data: { id: 'ch_0123456789ab' } } }),
  'paymentMethods.saved': () => ({}),
  'paymentMethods.setup': () => ({}),
  'paymentMethods.create': async () => ({ body: { gateway_token: await cardToken(api, 'jcb') } }),
  'paymentMethods.update': async (column) => ({
    params: { id: await ownCard(column) },
    body: { nickname: 'ふだん用' },
  }),
  'paymentMethods.remove': async (column) => ({ params: { id: await ownCard(column) } }),
  'transactions.convert': async (column) => {
    if (['customer', 'other_customer', 'affiliator'].includes(column))
      await grantPoints(api.db, (await callerOf(column)).user_id, 100)
    return withKey({ body: { amount: 100 } })
  },
  'skus.search': () => ({}),
  'transactions.registerTerms': () => ({}),
  'transactions.missing': () => ({ body: { ids: [randomUUID()] } }),
  'transactions.searchSaved': async () => ({ query: { store_id: (await ownRegister()).store_id } }),
  'transactions.park': async () => ({
    body: { id: randomUUID(), register_id: (await ownRegister()).id, name: '取り置き', items: aCart },
  }),
  'transactions.resume': async () => ({
    params: { id: await aParked() },
    body: { register_id: (await ownRegister()).id, version: 1 },
  }),
  'transactions.updateParked': async () => ({
    params: { id: await aParked() },
    body: { register_id: (await ownRegister()).id, version: 1, status: 'discarded' },
  }),
  'admin.openDrawer': async () => ({
    body: { id: randomUUID(), register_id: (await ownRegister()).id, reason: 'exchange' },
  }),
  'skus.list': () => ({}),
  'skus.show': async () => ({ params: { id: (await anArticle()).id } }),
  'skus.create': () => ({
    body: { ...newArticle, id: randomUUID(), sku: `T-${randomUUID().slice(0, 8).toUpperCase()}` },
  }),
  'skus.update': async () => {
    const { id, version } = await anArticle()
    return { params: { id }, body: { version, name: '名前の変わった品' } }
  },
  'admin.silver': () => ({}),
  'admin.requestSilver': async () => {
    await api.db.query(`delete from silver_rates`)
    return { body: { id: randomUUID(), price_per_g: 410 } }
  },
  'admin.decideSilver': async () => ({ params: { id: await aRate() }, body: { decision: 'rejected' } }),
  'admin.scanUnverified': async () => ({
    body: { token: (await (await api.as('taro')).get('users.token')).token },
  }),
  ...kycAsks(() => api, callerOf, widePicture),
  'admin.prepaid': () => ({}),
  'admin.prepaidCsv': () => ({}),
  ...cashoutAsks(() => api),
  'users.pin': () => ({ body: { current_password: castPassword, pin: '493817' } }),
  'approvals.ask': async () => ({ body: { ...approvalBody, store_id: await kanazawa() } }),
  'approvals.list': () => ({}),
  'approvals.show': async () => ({ params: { id: await anApproval('clerk') } }),
  'approvals.decide': async () => ({
    params: { id: await anApproval('clerk') },
    body: { decision: 'decline' },
  }),
  'approvals.witness': async (column) => ({
    params: { id: await anApproval(column === 'manager' ? 'manager' : 'clerk') },
    body: { employee_id: castLogins[column === 'manager' ? 'owner' : 'manager'], password: castPassword },
  }),
  'approvals.cancel': async (column) => ({
    params: {
      id: await anApproval(column === 'manager' ? 'manager' : column === 'admin' ? 'owner' : 'clerk'),
    },
  }),
  'admin.staffList': async () => ({ query: { store_id: await kanazawa() } }),
  'admin.stores': () => ({}),
  ...storeAsks(
    () => api,
    (column) => proveFor(column as Column, 'store'),
  ),
  'admin.log': async () => ({ query: { store_id: await kanazawa() } }),
  'admin.logCsv': async () => ({ query: { store_id: await kanazawa() } }),
  'admin.createStaff': async (column) => {
    await proveFor(column, 'staff')
    return { body: { name: '新人 一子', type: 'register', store_id: await kanazawa() } }
  },
  'admin.updateStaff': async (column) => {
    await proveFor(column, 'staff')
    return { params: { id: await aColleague() }, body: { name: '新人 二子' } }
  },
  'admin.inviteStaff': async (column) => {
    await proveFor(column, 'staff')
    return { params: { id: await aColleague() } }
  },
  'admin.vouchForStaff': async (column) => {
    await proveFor(column, 'staff')
    const id = await aColleague()
    const [row] = await api.db.query<{ at: Date }>(
      `update employees set way_in_by = $2, let_in_at = now()::timestamptz(3) where user_id = $1 returning let_in_at as at`,
      [id, await aColleague()],
    )
    return { params: { id }, body: { let_in_at: row!.at.toISOString() } }
  },
  ...officeAsks(() => api, widePicture),
  ...laterAsks(
    () => api,
    (column) => players[column as 'customer'],
  ),
  ...payoutAsks(
    () => api,
    (column) => players[column as 'customer'],
  ),
  ...rewardAsks(
    () => api,
    (column) => players[column as 'customer'],
  ),
  ...payoutMethodAsks(
    () => api,
    (column) => players[column as 'customer'],
  ),
  'admin.books': () => ({}),
  'admin.liftFreeze': async (column) => ({
    params: { id: column === 'admin' ? await aFreeze() : randomUUID() },
    body: { note: '原因を確認しました' },
  }),
  'admin.setting': (column) => ({ params: { key: column === 'admin' ? 'demo' : 'limits' } }),
  'admin.banners': () => ({}),
  'admin.day': async () => ({ query: { store_id: await kanazawa() } }),
  'admin.daySuspects': async () => ({ query: { store_id: await kanazawa(), difference: -120 } }),
  'admin.dayCsv': async () => ({ query: { store_id: await kanazawa() } }),
  'admin.dayCloses': async () => ({ query: { store_id: await kanazawa() } }),
  'admin.dayReport': async () => ({
    query: { store_id: await kanazawa(), from: '2026-11-01', until: '2026-11-02' },
  }),
  'admin.dayReportCsv': async () => ({
    query: { store_id: await kanazawa(), from: '2026-11-01', until: '2026-11-02' },
  }),
  'admin.countFloat': async () => ({ body: { store_id: await kanazawa(), counts: { 10000: 5 } } }),
  'admin.moveCash': async () =>
    withKey({ body: { store_id: await kanazawa(), act: 'pay_in', amount: 1_000, reason: '両替' } }),
  // The last of all: what comes after a close is of the next day. Each of them closes or opens what the one before left.
  'admin.closeDay': async () => ({ body: await closing() }),
  'admin.reopenDay': async () => {
    const { date } = await closing()
    const owner = await api.as('owner')
    await owner.call('admin.closeDay', { body: await closing() })
    return { body: { store_id: await kanazawa(), date, reason: '数え直し' } }
  },
}

let today: string | null = null
/** A close of today that agrees with the books, once everything that waits is given up. */
async function closing() {
  const store_id = await kanazawa()
  await api.db.query(`update ledger.checkouts set status = 'cancelled' where status in ('open', 'saved')`)
  await api.db.query(
    `update parked_sales set status = 'discarded', held_until = null where status in ('parked', 'resumed')`,
  )
  const day = await (
    await api.as('owner')
  ).get('admin.day', { query: { store_id, ...(today && { date: today }) } })
  today ??= day.date
  return {
    store_id,
    date: today,
    counted: { 1: day.cash.expected % 10_000, 10000: Math.floor(day.cash.expected / 10_000) },
    deposit: 0,
  }
}

/** What everybody who may be a second person has the right to. */
const approvalBody = { kind: 'later_limit', subject: { user: 1 }, amount: 1_500 }
async function anApproval(by: 'clerk' | 'manager' | 'owner'): Promise<string> {
  const { id } = await (
    await api.as(by)
  ).get('approvals.ask', { body: { ...approvalBody, store_id: await kanazawa() } })
  return id
}

async function proveFor(column: Column, purpose: 'staff' | 'store' | 'payout_freeze'): Promise<void> {
  if (column !== 'manager' && column !== 'admin') return
  await (
    await callerOf(column)
  ).get('auth.stepUp', { body: { method: 'password', purpose, password: castPassword } })
}

/** Payouts that stand still for what a check found, until whoever may lets them go on. */
async function aFreeze(): Promise<string> {
  const id = randomUUID()
  await api.db.query(`insert into book_checks (id, checked_at, findings) values ($1, now(), 1)`, [id])
  await api.db.query(`insert into payout_freezes (check_id, frozen_at) values ($1, now())`, [id])
  await proveFor('admin', 'payout_freeze')
  return id
}

/** Somebody at the till of the manager's store, whom nobody else needs. */
async function aColleague(): Promise<string> {
  const id = randomUUID()
  await api.db.query(
    `insert into users (id, username, password_hash, type, verified) values ($1, $2, '-', 'employee', true)`,
    [id, `c${id.replaceAll('-', '').slice(0, 18)}`],
  )
  await api.db.query(
    `insert into employees (user_id, number, type, name, store_id)
     select $1, 'E' || lpad((count(*) + 1000)::text, 4, '0'), 'register', '同僚', $2 from employees`,
    [id, await kanazawa()],
  )
  return id
}

async function kanazawa(): Promise<string> {
  const [row] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
  return row?.id ?? ''
}

/** A sale that the caller of this column may read, where anybody of the column may. */
async function readable(column: Column): Promise<string> {
  return column === 'affiliator' ? ownSale('takasaki') : sale
}

/** The same with a 領収書 of which one copy has been counted. */
async function withFormalReceipt(column: Column): Promise<string> {
  const id = await readable(column)
  const owner = await api.as(column === 'affiliator' ? 'takasaki' : 'hanako')
  await owner.get('transactions.formalReceipt', { params: { id }, body: { addressee: '株式会社例示' } })
  await owner.get('transactions.formalReceiptCopy', { params: { id }, body: { id: randomUUID() } })
  return id
}

async function soldBy(name: 'clerk' | 'manager'): Promise<string> {
  const sale = { amount: 1_100, tenders: { cash: 1_100 } }
  return (await sell(await api.as(name), await api.as('hanako'), sale)).transaction.id
}

/** Head office shows once more who it is, for this one sale. */
async function showAgain(ref: string): Promise<void> {
  await (
    await api.as('owner')
  ).get('auth.stepUp', {
    body: { method: 'password', purpose: 'till_approval', ref, password: castPassword },
  })
}

/** A card of the caller; hanako's where the caller is nobody, or aims at what is hers. */
async function ownCard(column: Column): Promise<string> {
  const isOwn = column === 'customer' || column === 'affiliator'
  return (await saveCard(api, isOwn ? await callerOf(column) : await api.as('hanako'))).id
}

async function ownCharge(column: Column): Promise<string> {
  const isOwn = column === 'customer' || column === 'affiliator'
  const caller = isOwn ? await callerOf(column) : await api.as('hanako')
  const card = await saveCard(api, caller)
  const { id } = await caller.get('transactions.charge', {
    body: { payment_method_id: card.id, amount: 500 },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  return id
}

async function aContact(): Promise<string> {
  const id = randomUUID()
  await api.db.query(
    `insert into contacts (id, name, email, kind, message, search_text) values ($1, '例示', 'a@example.com', 'other', '質問', '')`,
    [id],
  )
  return id
}

/** A campaign that nobody has entered, of a spring far ahead. */
async function aCampaign(): Promise<string> {
  const [row] = await api.db.query<{ id: string }>(
    `insert into campaigns (id, name, kind, points, stackable, starts_at, ends_at, needs_entry, payment_min, created_at, created_by)
     select gen_random_uuid(), '春', 'fixed_point', 1, true, '2099-04-01', '2099-05-01', true, 1000, now(), user_id
     from employees where type = 'owner' returning id`,
  )
  return row?.id ?? ''
}

let wide: Promise<Buffer> | undefined
/** As small as a picture of papers may be. */
function widePicture(): Promise<Buffer> {
  wide ??= sharp({ create: { width: 1_000, height: 4, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  return wide
}

async function ownSale(name: CastName): Promise<string> {
  const [row] = await api.db.query<{ id: string }>(
    `select t.id from ledger.transactions t where customer_id = $1 and kind = 'payment' limit 1`,
    [(await api.as(name)).user_id],
  )
  return row?.id ?? ''
}

const refusals: Record<string, [status: number, codes: string[]]> = {
  A1: [401, ['AUTH_REQUIRED']],
  V3: [403, ['NOT_VERIFIED']],
  F3: [403, ['FORBIDDEN', 'NOT_AFFILIATOR']],
  N4: [404, ['NOT_FOUND', 'TXN_NOT_FOUND']],
  X: [409, ['ALREADY_VERIFIED', 'AFFILIATE_ALREADY']],
  SG: [403, ['WEBHOOK_UNSIGNED']],
  tk: [403, ['TICKET_REQUIRED']],
}

const statusAndCode = ({ status, body }: Reply) => ({ status, code: (body as { code?: string }).code })

test('every call and every socket event has its row', () => {
  const missing = (Object.keys(endpoints) as CallName[]).filter((name) => !rowOf(name))
  const sockets = Object.entries(clientEvents).flatMap(([namespace, event]) => [
    `WS ${namespace} connect`,
    `WS ${namespace} ${event}`,
  ])
  expect([...missing, ...sockets.filter((call) => !rows.some((row) => row.call === call))]).toEqual([])
})

type Cell = { name: keyof typeof asks; column: Column; cell: string }
const cells: Cell[] = (Object.keys(asks) as (keyof typeof asks)[]).flatMap((name) =>
  columns.map((column) => ({ name, column, cell: rowOf(name)?.cells[column] ?? 'no row' })),
)
/** Behind `SU` the request comes with the proof that the cell asks for; without it is for the tests of each call. */
const served = new Set(['Y', 'own', 'pub', 'st', 'cl', 'SU'])

test('every cell of a call that exists is one that is tested here', () => {
  const unknown = cells.filter(({ cell }) => !served.has(cell) && cell !== 'ig' && !(cell in refusals))
  expect(unknown).toEqual([])
})

test.each(cells.filter(({ cell }) => cell in refusals))(
  '$name refuses $column with $cell, and nothing has changed',
  async ({ name, column, cell }) => {
    const caller = await callerOf(column)
    const ask = await asks[name](column)
    const before = await fingerprint(api.db)
    const { status, code } = statusAndCode(await caller.call(name, ask))
    const [expectedStatus, expectedCodes] = refusals[cell] ?? [0, []]
    expect(status).toBe(expectedStatus)
    expect(expectedCodes).toContain(code)
    expect(await fingerprint(api.db)).toBe(before)
  },
)

test.each(cells.filter(({ cell }) => served.has(cell)))(
  '$name serves $column ($cell)',
  async ({ name, column }) => {
    const reply = await (await callerOf(column)).call(name, await asks[name](column))
    expect([reply.status, (reply.body as { error?: string }).error]).toEqual([
      endpoints[name].status,
      undefined,
    ])
  },
)

test.each(cells.filter(({ cell }) => cell === 'pub'))(
  '$name shows $column nothing but what is public',
  async ({ name, column }) => {
    const reply = await (await callerOf(column)).call(name, { params: { key: 'demo' } })
    expect(reply.status).toBe(404)
  },
)

const byCode: ReadonlySet<CallName> = new Set([
  'transactions.pay',
  'transactions.shownMember',
  'transactions.transferPoint',
  'transactions.chargeCash',
])
test.each(cells.filter(({ cell }) => cell === 'st' || cell === 'cl'))(
  '$name serves $column in their own store alone',
  async ({ name, column }) => {
    const ask = await asks[name](column)
    // What begins with a code on a phone names its register; everything else names what belongs to the store.
    const namesRegister = byCode.has(name)
    const asker = namesRegister
      ? players[column as 'register']
      : column === 'manager'
        ? 'otherManager'
        : 'otherClerk'
    const foreign = namesRegister
      ? { ...ask, body: { ...(ask.body as object), register_id: elsewhereRegister } }
      : ask
    expect((await (await api.as(asker)).call(name, foreign)).status).toBe(404)
  },
)

const ignoring = cells.filter(({ cell }) => cell === 'ig')
test.each(ignoring.filter(({ name }) => callOf(name).method === 'GET'))(
  '$name takes no notice of whom a query names',
  async ({ name, column }) => {
    const caller = await callerOf(column)
    const ask = await asks[name](column)
    const { user_id } = await api.as('hanako')
    const plain = await caller.call(name, ask)
    const planted = await caller.call(name, { ...ask, query: { ...ask.query, user_id } })
    const comparable = (reply: Reply) => ({
      ...statusAndCode(reply),
      body: { ...(reply.body as object), request_id: '', error: '', message: '' },
    })
    expect(comparable(planted)).toEqual(comparable(plain))
  },
)
const takesFile = (name: CallName) => 'file' in endpoints[name]
test.each(ignoring.filter(({ name }) => callOf(name).method !== 'GET' && !takesFile(name)))(
  '$name refuses a body that names somebody',
  async ({ name, column }) => {
    const { user_id } = await api.as('hanako')
    const reply = await (
      await callerOf(column)
    ).call(name, { ...(await asks[name](column)), body: { user_id } })
    expect(statusAndCode(reply)).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
  },
)

describe('types of staff that the table does not list', () => {
  const roles = [
    { name: 'accountant', role: 'accounting' },
    { name: 'reviewer', role: 'kyc_reviewer' },
  ] as const
  const tries = roles.flatMap(({ name, role }) =>
    // Who calls as a gateway proves it by a signature, whatever else they are.
    (Object.keys(asks) as (keyof typeof asks)[])
      .filter((call) => call !== 'gateway.webhook')
      .map((call) => ({
        name,
        call,
        isNamed: (endpoints[call].who as readonly string[]).includes(role),
      })),
  )

  test.each(tries)(
    '$call and the $name: served only if the contract says so ($isNamed)',
    async ({ name, call, isNamed }) => {
      const { status } = await (await api.as(name)).call(call, await asks[call]('customer'))
      expect(status === 403).toBe(!isNamed)
    },
  )
})
