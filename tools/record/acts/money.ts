import type { Wallet } from '@shirogane/contract/resources/shapes'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { answerBank, saveCard, type SandboxCardName } from '@shirogane/testkit/acts/cards'
import { castLogins } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { trust } from '@shirogane/testkit/acts/deferred'
import { type Act, ask, codeOf, keyed, members, type Stage, storeOf, registers, untilAgreed } from '../act.ts'

async function cardCharge(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const name = draw.pick(members)
  const member = await world.as(name)
  const card = draw.weighted<{ weight: number; name: SandboxCardName }>([
    { weight: 6, name: 'success' },
    { weight: 1, name: 'jcb' },
    { weight: 2, name: 'bank' },
    { weight: 1, name: 'decline' },
    { weight: 1, name: 'expired' },
    { weight: 1, name: 'lost' },
    { weight: 1, name: 'late' },
    { weight: 1, name: 'twice' },
  ])
  const { id } = await saveCard(world, member, card.name)
  const given = keyed({ payment_method_id: id, amount: draw.pick([500, 3_000, 10_000, 10_000, 30_000, 123]) })
  const charge = await ask<{ id: string; three_d_secure: { charge: string } | null }>(
    member,
    'transactions.charge',
    given,
  )
  if (!charge) return
  stage.memory.charges.push({ id: charge.id, member: name })
  if (charge.three_d_secure) {
    if (draw.chance(0.1)) {
      await member.call('transactions.finishCharge', { params: { id: charge.id }, body: { cancelled: true } })
      return
    }
    await answerBank(world, charge.three_d_secure.charge, draw.chance(0.8))
    await member.call('transactions.finishCharge', { params: { id: charge.id }, body: {} })
  }
  if (draw.chance(0.1)) await member.call('transactions.charge', given)
}

/** What the gateway has not answered is asked for once more. */
async function chargesDue({ world, draw, memory }: Stage): Promise<void> {
  world.clock.forward(draw.int(4, 40) * 1_000)
  await world.alignClock()
  await world.server.work.jobs.get('charges_without_answer')?.()
  const last = memory.charges.at(-1)
  if (!last) return
  const member = await world.as(last.member)
  await member.call('transactions.finishCharge', { params: { id: last.id }, body: {} })
}

async function cashCharge(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const [by, name] = [draw.pick(registers), draw.pick(members)]
  const [register, member] = [await world.as(by), await world.as(name)]
  const amount = draw.chance(0.9) ? draw.pick([1_000, 3_000, 5_000, 10_000, 20_000]) : draw.int(1, 120_000)
  const given = keyed({
    to: await codeOf(member),
    amount,
    cash_tendered: draw.chance(0.9) ? Math.ceil(amount / 10_000) * 10_000 : Math.max(0, amount - 1),
  })
  const charged = await ask<Transaction>(register, 'transactions.chargeCash', given)
  if (!charged) return
  memory.granted.push({ id: charged.id, by })
  if (draw.chance(0.1)) await register.call('transactions.chargeCash', given)
}

async function points(stage: Stage): Promise<void> {
  const { world, draw, memory } = stage
  const by = draw.pick(registers)
  const register = await world.as(by)
  const to = await world.as(draw.pick(members))
  const isMoved = draw.chance(0.5)
  const from = isMoved ? await world.as(draw.pick(members)) : null
  const token = await codeOf(to)
  if (draw.chance(0.5)) await register.call('transactions.shownMember', { body: { token } })
  const amount = draw.chance(0.85) ? draw.int(1, 500) : draw.int(1_000, 20_000)
  const approval =
    draw.chance(0.3) && by === 'clerk'
      ? await ask<{ id: string }>(register, 'approvals.ask', {
          body: {
            kind: 'grant',
            subject: { customer_id: to.user_id, giver_id: from?.user_id ?? null },
            amount,
            reason: 'お詫び',
          },
        })
      : null
  if (approval)
    await register.call('approvals.witness', {
      params: { id: approval.id },
      body: { employee_id: castLogins.manager, password: castPassword },
    })
  const given = keyed({
    to: token,
    ...(from && { from: await codeOf(from) }),
    points: amount,
    reason: isMoved ? 'ご家族へ' : 'お詫び',
    ...(approval && { approval_id: approval.id }),
  })
  const reply = await untilAgreed(stage, register, {
    name: 'transactions.transferPoint',
    ask: given,
    customer: from,
  })
  if (reply.status === 200) memory.granted.push({ id: (reply.body as Transaction).id, by })
  if (draw.chance(0.1)) await register.call('transactions.transferPoint', given)
}

async function converted({ world, draw }: Stage): Promise<void> {
  const member = await world.as(draw.pick(members))
  const wallet = await ask<Wallet>(member, 'users.wallet')
  const most = Math.floor((wallet?.point_balance ?? 0) / 100) * 100
  const given = keyed({
    amount: draw.chance(0.8) ? Math.min(most, draw.int(1, 10) * 100) || 100 : draw.int(1, 99_999),
  })
  await member.call('transactions.convert', given)
  if (draw.chance(0.15)) await member.call('transactions.convert', given)
}

async function debts(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = draw.pick(registers)
  const [register, name] = [await world.as(by), draw.pick(members)]
  const member = await world.as(name)
  if (draw.chance(0.3))
    await register.call('transactions.laterList', { query: { store_id: await storeOf(stage) } })
  if (draw.chance(0.3)) await member.call('transactions.ownLater')
  const pay = draw.chance(0.3) ? true : draw.int(1, 4_000)
  const user_id = member.user_id
  await draw
    .weighted([
      { weight: 4, run: () => member.call('transactions.payLater', keyed({ pay })) },
      {
        weight: 5,
        run: () =>
          register.call(
            'transactions.laterCollect',
            keyed({ user_id, pay, tender: draw.pick(['cash', 'card']) }),
          ),
      },
      {
        weight: 2,
        run: async () =>
          register.call(
            'transactions.laterCollect',
            keyed({ user_id, pay, tender: 'balance', token: await codeOf(member) }),
          ),
      },
      {
        weight: 1,
        run: async () =>
          (await world.as('accountant')).call(
            'transactions.laterCollect',
            keyed({ user_id, pay, tender: 'bank' }),
          ),
      },
      {
        weight: 1,
        run: async () => {
          const [oldest] = await world.db.query<{ sale_id: string }>(
            'select sale_id from ledger.deferred_sales order by sale_id limit 1 offset $1',
            [draw.int(0, 5)],
          )
          return (await world.as('accountant')).call('transactions.writeOff', {
            params: { id: oldest?.sale_id ?? user_id },
            ...keyed({ reason: '所在不明' }),
          })
        },
      },
      {
        weight: 1,
        run: () =>
          register.call('admin.addLaterNote', { params: { id: user_id }, body: { note: '月末に来店予定' } }),
      },
      { weight: 1, run: () => register.call('admin.laterAccount', { params: { id: user_id } }) },
      {
        weight: 1,
        run: async () =>
          (await world.as('manager')).call('admin.setLaterLimit', {
            params: { id: user_id },
            body: { limit: draw.pick([0, 10_000, 30_000, 50_000]), reason: '常連のお客さま' },
          }),
      },
    ])
    .run()
}

/** Of age, documents checked, a limit granted: who may defer. */
async function trusted({ world, draw }: Stage): Promise<void> {
  await trust(world.db, (await world.as(draw.pick(['hanako', 'kyoko', 'takasaki', 'yoko'] as const))).user_id)
}

export const money: Act[] = [
  { weight: 5, name: 'charge by card', run: cardCharge },
  { weight: 2, name: 'charges without an answer', run: chargesDue },
  { weight: 5, name: 'charge in cash', run: cashCharge },
  { weight: 5, name: 'points handed over', run: points },
  { weight: 3, name: 'conversion', run: converted },
  { weight: 5, name: 'deferred payment', run: debts },
  { weight: 1, name: 'trust', run: trusted },
]
