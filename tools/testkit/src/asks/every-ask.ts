import type { Column } from '@shirogane/contract/wire/reach'
import { randomUUID } from 'node:crypto'
import type { CallName } from '@shirogane/contract/wire/calls'
import { affiliateAsks } from './affiliate-asks.ts'
import { aCart, approvalBody, askMakers, newArticle, withKey } from './ask-makers.ts'
import type { Ask } from '../calls/caller.ts'
import { cardToken } from '../acts/cards.ts'
import { cashoutAsks } from '../acts/cashouts.ts'
import { castLogins } from '../cast.ts'
import { confirmationAsks } from '../acts/confirmations.ts'
import { castPassword } from '../database.ts'
import { grantPoints } from '../acts/funds.ts'
import { kycAsks } from './kyc-asks.ts'
import { deferredAsks } from './deferred-asks.ts'
import { officeAsks } from '../acts/office.ts'
import { payoutMethodAsks } from '../acts/payout-methods.ts'
import { payoutAsks } from '../acts/payouts.ts'
import { newDevice } from '../servers/push-service.ts'
import { players } from './rights-table.ts'
import { rewardAsks } from '../acts/rewards.ts'
import type { TestApi } from '../start-api.ts'
import { stockAsks } from './stock-asks.ts'
import { storeAsks } from './store-asks.ts'

/** The smallest picture there is. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What changes or ends the account itself is tried by account-security.test.ts, on people whom no other test needs. */
type SecurityCall =
  | 'users.password'
  | 'users.email'
  | 'users.sendEmailCode'
  | 'users.verifyEmail'
  | 'users.phone'
  | 'users.verifyPhone'
  | 'users.export'
  | 'users.remove'

/** One legal request for each call, for each who may stand in a column of the table of rights. */
export function everyAsk(apiOf: () => TestApi, widePicture: () => Promise<Buffer>) {
  const makers = askMakers(apiOf)
  const {
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
  } = makers

  /** One legal request for each call. `other_customer` aims at what is hanako's. */
  const asks: Record<
    Exclude<CallName, `auth.${string}` | SecurityCall>,
    (column: Column) => Promise<Ask> | Ask
  > = {
    ...stockAsks(apiOf),
    ...affiliateAsks(apiOf, (column) => callerOf(column)),
    'users.me': () => ({}),
    'users.wallet': () => ({}),
    'users.level': () => ({}),
    'users.employeeDetails': () => ({}),
    'users.token': () => ({}),
    'users.holdOutToken': async (column) => {
      const member = await apiOf().as(column === 'affiliator' ? 'takasaki' : 'hanako')
      return { body: { issued_at: (await member.get('users.token')).issued_at } }
    },
    'users.voidToken': () => ({}),
    'users.admin': async () => ({ params: { id: (await apiOf().as('hanako')).user_id } }),
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
        transaction_id: await readable(column),
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
            ? (await apiOf().as('hanako')).user_id
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
        id: (
          await (column === 'anonymous' || column === 'other_customer'
            ? apiOf().as('taro')
            : callerOf(column))
        ).user_id,
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
    'admin.updateLevel': async () => ({
      params: { id: await bottomLevel() },
      body: { birthday_points: 300 },
    }),
    'levels.nextLevel': async () => ({ params: { id: await bottomLevel() } }),
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
            ? await apiOf().as('hanako')
            : await callerOf(column),
        ),
      },
    }),
    'notifications.read': async (column) => ({
      params: {
        id: await noticeOf(
          column === 'anonymous' || column === 'other_customer'
            ? await apiOf().as('hanako')
            : await callerOf(column),
        ),
      },
    }),
    'transactions.list': () => ({}),
    'transactions.stores': () => ({}),
    'transactions.details': async (column) => ({
      params: { id: await readable(column) },
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
      params: { id: await readable(column) },
    }),
    ...confirmationAsks(apiOf),
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
      const employee_id =
        castLogins[column === 'manager' ? 'manager' : column === 'admin' ? 'owner' : 'clerk']
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
    'paymentMethods.create': async () => ({ body: { gateway_token: await cardToken(apiOf(), 'jcb') } }),
    'paymentMethods.update': async (column) => ({
      params: { id: await ownCard(column) },
      body: { nickname: 'ふだん用' },
    }),
    'paymentMethods.remove': async (column) => ({ params: { id: await ownCard(column) } }),
    'transactions.convert': async (column) => {
      if (['customer', 'other_customer', 'affiliator'].includes(column))
        await grantPoints(apiOf().db, (await callerOf(column)).user_id, 100)
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
      await apiOf().db.query(`delete from silver_rates`)
      return { body: { id: randomUUID(), price_per_g: 410 } }
    },
    'admin.decideSilver': async () => ({ params: { id: await aRate() }, body: { decision: 'rejected' } }),
    'admin.scanUnverified': async () => ({
      body: { token: (await (await apiOf().as('taro')).get('users.token')).token },
    }),
    ...kycAsks(apiOf, callerOf, widePicture),
    'admin.prepaid': () => ({}),
    'admin.prepaidCsv': () => ({}),
    ...cashoutAsks(apiOf),
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
    ...storeAsks(apiOf, (column) => proveFor(column as Column, 'store')),
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
      const [row] = await apiOf().db.query<{ at: Date }>(
        `update employees set way_in_by = $2, let_in_at = now()::timestamptz(3) where user_id = $1 returning let_in_at as at`,
        [id, await aColleague()],
      )
      return { params: { id }, body: { let_in_at: row!.at.toISOString() } }
    },
    ...officeAsks(apiOf, widePicture),
    ...deferredAsks(apiOf, (column) => players[column as 'customer']),
    ...payoutAsks(apiOf, (column) => players[column as 'customer']),
    ...rewardAsks(apiOf, (column) => players[column as 'customer']),
    ...payoutMethodAsks(apiOf, (column) => players[column as 'customer']),
    'admin.books': () => ({}),
    'admin.schedules': () => ({}),
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
      const owner = await apiOf().as('owner')
      await owner.call('admin.closeDay', { body: await closing() })
      return { body: { store_id: await kanazawa(), date, reason: '数え直し' } }
    },
  }

  return { asks, ...makers }
}
