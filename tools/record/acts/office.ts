import { randomUUID } from 'node:crypto'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { cashoutBody } from '@shirogane/testkit/acts/cashouts'
import { charge } from '@shirogane/testkit/acts/funds'
import {
  type Act,
  agreesTo,
  ask,
  codeOf,
  keptOf,
  keyed,
  members,
  proveBy,
  recentOf,
  type Stage,
  storeOf,
} from '../act.ts'

const hourMs = 3_600_000

/** A campaign begins today: of each kind, with and without an entry, a ceiling or a budget. */
async function campaign(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const owner = await world.as('owner')
  const from = world.clock.now().getTime() + draw.pick([60_000, hourMs, 24 * hourMs])
  const kind = draw.pick(['rate_add', 'multiplier', 'fixed_point', 'lottery'] as const)
  const id = randomUUID()
  const body = {
    id,
    name: '銀器フェア',
    description: '対象のお会計でポイントが増えます。',
    kind,
    rate_bp: kind === 'rate_add' ? draw.pick([100, 200, 500]) : null,
    factor_bp: kind === 'multiplier' ? draw.pick([15_000, 20_000]) : null,
    points: kind === 'fixed_point' || kind === 'lottery' ? draw.int(10, 300) : null,
    stackable: draw.chance(0.6),
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + draw.int(2, 30) * 24 * hourMs).toISOString(),
    needs_entry: draw.chance(0.4),
    payment_min: draw.pick([1, 1_000, 5_000]),
    store_ids: draw.chance(0.3) ? [await storeOf(stage)] : null,
    level_indexes: draw.chance(0.2) ? [1, 2, 3] : null,
    member_max: draw.chance(0.4) ? draw.int(100, 900) : null,
    budget: draw.chance(0.4) ? draw.int(1_000, 9_000) : null,
    points_days: draw.chance(0.5) ? draw.int(7, 90) : null,
  }
  const made = await owner.call('admin.createCampaign', { body })
  if (draw.chance(0.15)) await owner.call('admin.createCampaign', { body })
  if (made.status === 201) keptOf(stage, 'campaigns').push(id)
}

async function campaignGoesOn(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const id = recentOf(stage, keptOf(stage, 'campaigns'), 6)
  if (!id) return
  const params = { id }
  const owner = await world.as('owner')
  for (const name of members) {
    if (draw.chance(0.3)) continue
    const member = await world.as(name)
    await member.call('campaigns.list')
    await member.call('campaigns.enter', { params })
  }
  const body = draw.pick([
    { description: '対象店舗を追加しました。' },
    { paused: true },
    { paused: false },
    { budget: 20_000 },
    { points: 1 },
  ])
  await owner.call('admin.updateCampaign', { params, body })
  await owner.call('admin.campaign', { params })
}

/** Head office gives a rank with accounting's approval, or ends one; a member looks at theirs. */
async function ranks(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const owner = await world.as('owner')
  const member = await world.as(draw.pick(members))
  const id = member.user_id
  const levels = await ask<{ items: { id: string; name: string }[] }>(owner, 'admin.levels')
  const level = draw.pick(levels?.items ?? [])
  const until = `${Number(tokyoDate(world.clock.now()).slice(0, 4)) + 1}-03-31`
  const subject = { user_id: id, level_id: level.id, rank: level.name, until }
  if (draw.chance(0.3)) {
    await owner.call('admin.endRank', { params: { id }, body: { reason: '付与の取り消し' } })
  } else {
    const approval = await ask<{ id: string }>(owner, 'approvals.ask', {
      body: { kind: 'rank', subject, amount: null },
    })
    if (!approval) return
    await agreesTo(stage, 'accountant', approval.id)
    const body = { level_id: level.id, until, reason: 'お詫び', approval_id: approval.id }
    await owner.call('admin.giveRank', { params: { id }, body })
  }
  await member.call('users.level')
  await member.call('users.levelHistory')
  await owner.call('admin.showUser', { params: { id } })
}

/** Balance is paid back in the cases that the law knows. */
async function cashout({ world, draw }: Stage): Promise<void> {
  const [accountant, owner] = [await world.as('accountant'), await world.as('owner')]
  const member = await world.as(draw.pick(members))
  if (draw.chance(0.5)) await charge(world.db, member.user_id, 3_000)
  await accountant.call('admin.cashoutMembers', { query: { q: 'hanako' } })
  const body = {
    ...cashoutBody(member.user_id, draw.int(1, 4_000), draw.pick(['within_quota', 'relocation'] as const)),
    way: draw.pick(['bank', 'cash'] as const),
  }
  const asked = await ask<{ id: string }>(accountant, 'admin.requestCashout', { body })
  const list = await ask<{ items: { id: string; status: string }[] }>(owner, 'admin.cashouts')
  const id = asked?.id ?? list?.items.find(({ status }) => status === 'requested')?.id
  if (!id) return
  if (draw.chance(0.25)) {
    await draw.pick([owner, accountant]).call('admin.declineCashout', { params: { id } })
    return
  }
  if (draw.chance(0.85)) await proveBy(owner, 'cashout')
  const given = { params: { id }, ...keyed({}) }
  await owner.call('admin.approveCashout', given)
  if (draw.chance(0.2)) await owner.call('admin.approveCashout', given)
  await member.call('users.wallet')
}

/** What decides about money is proposed by one and agreed to by another. */
async function settings({ world, draw }: Stage): Promise<void> {
  const [owner, other] = [await world.as('owner'), await world.as('manager')]
  const one = draw.pick([
    { key: 'invite.points', values: [100, 200, 300] },
    { key: 'affiliate.rate_bp', values: [300, 500] },
    { key: 'pay.confirm_over', values: [8_000, 10_000] },
    { key: 'refund.window_days', values: [14, 30] },
    { key: 'notice', values: ['年末年始の営業時間が変わります', null] },
    { key: 'receipt.points_as', values: ['discount', 'payment'] },
    { key: 'points.register_max', values: [1_000, 2_000] },
    { key: 'convert.enabled', values: [true] },
  ])
  const params = { key: one.key }
  const shown = await ask<{ items: { key: string; value: unknown }[] }>(owner, 'admin.settings')
  const before = shown?.items.find(({ key }) => key === one.key)?.value ?? null
  const reply = await owner.call('admin.updateSetting', {
    params,
    body: { before, value: draw.pick<unknown>(one.values) },
  })
  const { change } = (reply.body ?? {}) as { change?: { id: string } | null }
  if (change)
    await other.call('admin.decideSetting', { params, body: { id: change.id, decision: 'approved' } })
}

/** Members are looked up, noted on, stopped and let in again. */
async function memberDesk(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = await world.as(draw.pick(['manager', 'owner'] as const))
  const { user_id: id } = await world.as('mirai')
  const params = { id }
  await by.call('admin.members', { query: { q: draw.pick(['mirai', 'ミライ', '0000']) } })
  await by.call('admin.noteUser', { params, body: { text: '指のサイズは11号', at_till: draw.chance(0.5) } })
  if (draw.chance(0.4)) {
    await by.call('admin.stopUser', { params, body: { reason: '本人からの連絡' } })
    await codeOf(await world.as('mirai'))
    await (await world.as('owner')).call('admin.allowUser', { params, body: { reason: '本人に確認' } })
  }
  await by.call('admin.showUser', { params })
}

export const office: Act[] = [
  { weight: 1, name: 'campaign made', run: campaign },
  { weight: 1.2, name: 'campaign goes on', run: campaignGoesOn },
  { weight: 1.2, name: 'ranks', run: ranks },
  { weight: 1.2, name: 'balance paid back', run: cashout },
  { weight: 0.8, name: 'settings', run: settings },
  { weight: 0.6, name: 'member at the desk', run: memberDesk },
]
