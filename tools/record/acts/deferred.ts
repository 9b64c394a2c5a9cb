import { trust } from '@shirogane/testkit/acts/deferred'
import {
  type Act,
  approvalOf,
  ask,
  keyed,
  type Member,
  recentOf,
  type Stage,
  storeOf,
  registers,
} from '../act.ts'
import { comeTo, night } from './days.ts'
import { sell } from './sales.ts'

const owing = ['hanako', 'kyoko', 'takasaki', 'yoko'] as const
const dayMs = 86_400_000

type Owed = { user_id: string; receivable: number }

async function debtors({ world }: Stage): Promise<Owed[]> {
  return world.db.query<Owed>(
    'select user_id, receivable from ledger.wallets where receivable > 0 order by user_id',
  )
}

/** Something is taken now and paid later, for a customer who may. */
async function deferred(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const name: Member = draw.pick(owing)
  const member = await world.as(name)
  const [row] = await world.db.query<{ kyc_status: string }>('select kyc_status from users where id = $1', [
    member.user_id,
  ])
  if (row?.kyc_status !== 'approved' || draw.chance(0.2))
    await trust(world.db, member.user_id, draw.pick([10_000, 30_000, 50_000]))
  await sell(stage, draw.pick(registers), name, draw.int(100, 9_000), 'later')
  await member.call('transactions.ownLater')
}

/** A debt comes back in parts: by hand, from the balance, by transfer, or for one sale of several. */
async function collected(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const one = recentOf(stage, await debtors(stage))
  if (!one) return
  const { user_id, receivable } = one
  const pay = draw.chance(0.3) ? true : draw.int(1, Math.max(1, Math.floor(receivable * 1.1)))
  const register = await world.as(draw.pick(registers))
  await register.call('admin.laterAccount', { params: { id: user_id } })
  const [sale] = await world.db.query<{ sale_id: string }>(
    'select sale_id from ledger.deferred_sales where customer_id = $1 order by sale_id desc limit 1',
    [user_id],
  )
  const given = keyed({
    user_id,
    pay,
    tender: draw.pick(['cash', 'cash', 'card']),
    ...(draw.chance(0.3) && sale && { transaction_id: sale.sale_id }),
    ...(draw.chance(0.3) && { note: '一部のみ入金' }),
  })
  await register.call('transactions.laterCollect', given)
  if (draw.chance(0.2)) await register.call('transactions.laterCollect', given)
  if (draw.chance(0.2))
    await (
      await world.as('accountant')
    ).call('transactions.laterCollect', keyed({ user_id, pay: draw.int(1, 500), tender: 'bank' }))
  await register.call('transactions.laterList', { query: { store_id: await storeOf(stage) } })
}

/** Months pass over a debt, its customer is reminded, and in the end it is given up. */
async function givenUp(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = await world.as(draw.pick(['accountant', 'owner', 'manager'] as const))
  const [oldest] = await world.db.query<{ sale_id: string }>(
    `select s.sale_id from ledger.deferred_sales s join ledger.wallets w on w.user_id = s.customer_id
     where w.receivable > 0 order by s.sale_id limit 1`,
  )
  if (!oldest) return
  if (draw.chance(0.25)) {
    await comeTo(world, world.clock.now().getTime() + draw.int(40, 70) * dayMs)
    await night(stage)
  }
  const awake = await world.as(draw.pick(['accountant', 'owner'] as const))
  await by.call('transactions.laterList')
  const given = { params: { id: oldest.sale_id }, ...keyed({ reason: '所在不明' }) }
  await awake.call('transactions.writeOff', given)
  if (draw.chance(0.3)) await awake.call('transactions.writeOff', given)
}

async function limits(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const name = draw.pick(['clerk', 'otherClerk', 'manager'] as const)
  const by = await world.as(name)
  const { user_id } = await world.as(draw.pick(owing))
  const limit = draw.pick([0, 10_000, 40_000, 80_000])
  const approval = await approvalOf(stage, name, { kind: 'later_limit', subject: { user_id }, amount: limit })
  const params = { id: user_id }
  await by.call('admin.setLaterLimit', { params, body: { limit, reason: '常連のお客さま', ...approval } })
  await by.call('admin.addLaterNote', { params, body: { note: '月末に来店予定' } })
  await ask(by, 'admin.laterAccount', { params })
}

export const later: Act[] = [
  { weight: 2.5, name: 'deferred', run: deferred },
  { weight: 2.5, name: 'debt collected', run: collected },
  { weight: 0.5, name: 'debt given up', run: givenUp },
  { weight: 0.8, name: 'limit of a customer', run: limits },
]
