import { randomUUID } from 'node:crypto'
import { castLogins, type CastName } from '../cast.ts'
import type { Ask } from '../calls/caller.ts'
import { castPassword } from '../database.ts'
import { charge } from '../acts/funds.ts'
import { daysAgo, trust } from '../acts/deferred.ts'
import { sell } from '../acts/sale.ts'
import type { TestApi } from '../start-api.ts'

const customers = ['customer', 'other_customer', 'affiliator']
const withKey = (body: object, more: Ask = {}): Ask => ({
  ...more,
  body,
  headers: { 'Idempotency-Key': randomUUID() },
})

/** A legal request of each call about deferred payment, for the table of rights. */
export function deferredAsks(api: () => TestApi, nameOf: (column: string) => CastName) {
  async function deferFor(name: CastName, by: CastName = 'clerk'): Promise<string> {
    const customer = await api().as(name)
    await trust(api().db, customer.user_id)
    const sale = { amount: 110, tenders: { later: 110 } }
    return (await sell(await api().as(by), customer, sale)).transaction.id
  }
  /** A customer who owes the first store. */
  async function owing(): Promise<string> {
    await deferFor('takasaki')
    return (await api().as('takasaki')).user_id
  }
  /** One debt of an installation is enough: of all who ask, head office alone gives it up. */
  const longDebts = new Map<TestApi, Promise<string>>()
  function longOwed(): Promise<string> {
    const server = api()
    const debt = longDebts.get(server) ?? deferLongAgo()
    longDebts.set(server, debt)
    debt.catch(() => longDebts.delete(server))
    return debt
  }
  async function deferLongAgo(): Promise<string> {
    // Codes that were shown since, and have run out by themselves, cannot be ended half a year before they began.
    await api().db.query(`update ledger.pay_codes set state = 'void' where user_id = $1 and state = 'live'`, [
      (await api().as('yoko')).user_id,
    ])
    // At another store: an old day that was not closed would stand in the way of closing the first one's.
    return daysAgo(api().db, 200, () => deferFor('yoko', 'otherClerk'))
  }
  async function approvedLimit(user_id: string): Promise<string> {
    const clerk = await api().as('clerk')
    const { id } = await clerk.get('approvals.ask', {
      body: { kind: 'later_limit', subject: { user_id }, amount: 30_000 },
    })
    await clerk.get('approvals.witness', {
      params: { id },
      body: { employee_id: castLogins.manager, password: castPassword },
    })
    return id
  }

  return {
    'transactions.laterList': async (): Promise<Ask> => {
      const [row] = await api().db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
      return { query: { store_id: row?.id ?? '' } }
    },
    'transactions.laterCollect': async (column: string) =>
      withKey({ user_id: await owing(), pay: 1, tender: column === 'admin' ? 'bank' : 'cash' }),
    'transactions.ownLater': (): Ask => ({}),
    'transactions.payLater': async (column: string) => {
      if (customers.includes(column)) {
        await charge(api().db, (await api().as(nameOf(column))).user_id, 100)
        await deferFor(nameOf(column))
      }
      return withKey({ pay: 1 })
    },
    'transactions.writeOff': async (): Promise<Ask> => ({
      params: { id: await longOwed() },
      ...withKey({ reason: '所在不明' }),
    }),
    'admin.laterAccount': async (): Promise<Ask> => ({ params: { id: await owing() } }),
    'admin.setLaterLimit': async (column: string): Promise<Ask> => {
      const id = await owing()
      const approval_id = column === 'register' ? await approvedLimit(id) : undefined
      return {
        params: { id },
        body: { limit: 30_000, reason: '常連のお客さま', ...(approval_id && { approval_id }) },
      }
    },
    'admin.addLaterNote': async (): Promise<Ask> => ({
      params: { id: await owing() },
      body: { note: '月末に来店予定' },
    }),
  }
}
