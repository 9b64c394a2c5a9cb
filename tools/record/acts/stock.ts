import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { type Act, approvalOf, ask, homeOf, keptOf, keyed, recentOf, type Stage, storeOf } from '../act.ts'

const desks = ['manager', 'clerk', 'otherManager', 'otherClerk'] as const
type Desk = (typeof desks)[number]

async function someOf({ world, draw }: Stage, most = 3): Promise<{ sku_id: string; quantity: number }[]> {
  const rows = await world.db.query<{ id: string }>(
    'select id from skus where stocked and active order by sku limit 12',
  )
  const from = draw.int(0, Math.max(0, rows.length - most))
  return rows
    .slice(from, from + draw.int(1, most))
    .map(({ id }) => ({ sku_id: id, quantity: draw.int(1, 6) }))
}

async function deskOf({ world, draw }: Stage): Promise<{ name: Desk; desk: Caller }> {
  const name = draw.pick(desks)
  return { name, desk: await world.as(name) }
}

async function delivered(stage: Stage): Promise<void> {
  const { draw } = stage
  const { desk } = await deskOf(stage)
  const lines = await someOf(stage)
  const planned = lines.map((line) => ({ ...line, planned: line.quantity + draw.int(0, 1) }))
  const given = keyed({
    supplier: '銀河工房',
    slip_number: draw.chance(0.9) ? randomUUID() : 'S-0001',
    lines: draw.chance(0.3) ? planned : lines,
    ...(draw.chance(0.2) && { note: '箱に傷' }),
  })
  await desk.call('inventory.receive', given)
  if (draw.chance(0.15)) await desk.call('inventory.receive', given)
  await desk.call('inventory.deliveries')
}

/** One article is received, put right, thrown away, looked at or counted. */
async function oneArticle(stage: Stage): Promise<void> {
  const { draw } = stage
  const { name, desk } = await deskOf(stage)
  const [line] = await someOf(stage, 1)
  if (!line) return
  const { sku_id } = line
  const body = draw.pick([
    { kind: 'receive', quantity: draw.int(1, 9) },
    { kind: 'adjust', quantity: draw.pick([-9, -2, -1, 1, 2, 7]), reason: '誤差' },
    { kind: 'dispose', quantity: 1, reason: '破損', place: draw.pick(['shelf', 'hold', 'damaged']) },
    { kind: 'inspect', quantity: 1, place: draw.pick(['shelf', 'damaged']) },
    { kind: 'count', quantity: draw.int(0, 20) },
    { kind: 'adjust', quantity: 1 },
  ])
  const approval =
    Math.abs(body.quantity) > 5
      ? await approvalOf(stage, name, {
          kind: 'stock_adjust',
          subject: { act: body.kind, sku_id, quantity: body.quantity },
          amount: Math.abs(body.quantity),
        })
      : {}
  const given = { params: { id: sku_id }, ...keyed({ ...body, ...approval }) }
  await desk.call('inventory.move', given)
  if (draw.chance(0.1)) await desk.call('inventory.move', given)
  await desk.call('inventory.show', { params: { id: sku_id } })
  if (draw.chance(0.4)) await desk.call('inventory.movements', { params: { id: sku_id } })
}

async function sent(stage: Stage): Promise<void> {
  const { draw } = stage
  const { name, desk } = await deskOf(stage)
  const to_store_id = await storeOf(
    stage,
    draw.chance(0.9) ? (homeOf(name) === 'KNZ1' ? 'KRM1' : 'KNZ1') : homeOf(name),
  )
  const lines = await someOf(stage)
  const made = await ask<{ id: string }>(
    desk,
    'inventory.send',
    keyed({ to_store_id, lines, note: '催事用' }),
  )
  if (made) keptOf(stage, `sent to ${homeOf(name) === 'KNZ1' ? 'KRM1' : 'KNZ1'}`).push(made.id)
}

/** What is on its way arrives, whole or not, or is called back. */
async function arrives(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const { name, desk } = await deskOf(stage)
  const id = recentOf(stage, keptOf(stage, `sent to ${homeOf(name)}`), 3)
  if (!id) return
  const rows = await ask<{ items: { id: string; lines: { sku_id: string; sent: number }[] }[] }>(
    desk,
    'inventory.transfers',
  )
  const lines = rows?.items.find((one) => one.id === id)?.lines ?? []
  const isRecall = draw.chance(0.25)
  const other = await world.as(homeOf(name) === 'KNZ1' ? 'otherManager' : 'manager')
  const given = {
    params: { id },
    ...keyed(
      isRecall
        ? { kind: 'recall' }
        : {
            kind: 'arrival',
            reason: '輸送中の破損',
            lines: lines.map(({ sku_id, sent: pieces }) => ({
              sku_id,
              quantity: draw.chance(0.8) ? pieces : pieces - 1,
            })),
          },
    ),
  }
  await (isRecall ? other : desk).call('inventory.endTransfer', given)
  if (draw.chance(0.15)) await desk.call('inventory.endTransfer', given)
}

/** The shelves are counted by two, looked at again and booked, or given up. */
async function counted(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const [manager, clerk] = [await world.as('manager'), await world.as('clerk')]
  const opened = await ask<{ id: string }>(manager, 'inventory.openCount', {
    body: { id: randomUUID(), store_id: await storeOf(stage) },
  })
  const open = await ask<{ items: { id: string; state: string }[] }>(manager, 'inventory.counts')
  const id = opened?.id ?? open?.items.find(({ state }) => state === 'counting' || state === 'review')?.id
  if (!id) return
  const params = { id }
  for (const { sku_id, quantity } of await someOf(stage, 4)) {
    const entry = draw.chance(0.7) ? { sku_id, quantity: draw.int(0, 30) } : { sku_id, add: quantity }
    await draw.pick([manager, clerk]).call('inventory.countEntry', { params, ...keyed(entry) })
  }
  if (draw.chance(0.3)) {
    const [line] = await someOf(stage, 1)
    if (line)
      await clerk.call('inventory.countEntry', { params, ...keyed({ sku_id: line.sku_id, again: true }) })
  }
  await clerk.call('inventory.count', { params })
  await manager.call('inventory.updateCount', { params, ...keyed({ state: 'review' }) })
  await manager.call('inventory.count', { params })
  const last = draw.weighted([
    { weight: 6, state: 'posted' },
    { weight: 2, state: 'cancelled' },
    { weight: 1, state: 'counting' },
  ])
  await manager.call('inventory.updateCount', { params, ...keyed({ state: last.state, reason: '棚卸' }) })
}

async function promised(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const { desk } = await deskOf(stage)
  const until = new Date(world.clock.now().getTime() + draw.int(-1, 72) * 3_600_000).toISOString()
  const body = { id: randomUUID(), label: '例示 様', until, lines: await someOf(stage, 2) }
  const made = await ask<{ id: string }>(desk, 'inventory.reserve', { body })
  if (made) keptOf(stage, 'promised').push(made.id)
  await desk.call('inventory.reservations')
  const held = recentOf(stage, keptOf(stage, 'promised'), 4)
  if (held && draw.chance(0.4)) await desk.call('inventory.release', { params: { id: held } })
  const [line] = body.lines
  if (line && draw.chance(0.3))
    await (
      await world.as('manager')
    ).call('inventory.update', { params: { id: line.sku_id }, body: { reorder_point: draw.int(0, 9) } })
}

export const stock: Act[] = [
  { weight: 1.5, name: 'goods received', run: delivered },
  { weight: 2.5, name: 'one article', run: oneArticle },
  { weight: 1, name: 'goods sent', run: sent },
  { weight: 1, name: 'goods arrive', run: arrives },
  { weight: 0.8, name: 'shelves counted', run: counted },
  { weight: 1, name: 'goods promised', run: promised },
]
