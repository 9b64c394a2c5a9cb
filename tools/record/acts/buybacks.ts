import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { type Act, agreesTo, ask, codeOf, keptOf, keyed, members, recentOf, type Stage } from '../act.ts'
import { widePicture } from '../picture.ts'

const seller = {
  name: '例示 次郎',
  address: '石川県金沢市片町0-0-0',
  date_of_birth: '1980-04-01',
  occupation: '会社員',
  document: 'driver_license',
  document_tail: '1234',
  method: 'in_person_visual',
}
const bank = {
  bank_code: '9999',
  branch_code: '001',
  account_type: 'ordinary',
  account_number: '0012345',
  account_holder_kana: 'レイジ ジロウ',
}

type Bought = { id: string; number: string; amount: number; items: unknown[] }

const pieceOf = ({ draw }: Stage) => ({
  kind: 'ring',
  name: '銀の指輪',
  quantity: 1,
  fineness: draw.pick([925, 950, 999]),
  gross_weight_mg: draw.int(1_000, 60_000),
  deduction_mg: draw.int(0, 900),
  grade: draw.pick(['A', 'B']),
  features: `刻印 ${randomUUID().slice(-8)}`,
  serial: null,
})

/** A seller's silver is weighed, quoted and bought. */
async function buys(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = await world.as(draw.pick(['manager', 'manager', 'otherManager', 'clerk'] as const))
  const items = Array.from({ length: draw.int(1, 3) }, () => pieceOf(stage))
  const quote = await ask<{ amount?: number; total?: number }>(by, 'admin.buybackQuote', { body: { items } })
  const known = draw.chance(0.4) ? await memberOf(stage, by) : null
  const paid_by = draw.pick(['cash', 'cash', 'bank'] as const)
  const amount = quote?.amount ?? quote?.total ?? 0
  const body = {
    id: randomUUID(),
    user_id: known,
    seller,
    purpose: '不用品の処分',
    seen: true,
    items,
    amount: draw.chance(0.9) ? amount : amount + 1,
    paid_by,
    bank: paid_by === 'bank' ? bank : null,
    signature: [[0, 0, 100, 40]],
  }
  const made = await ask<Bought>(by, 'admin.createBuyback', { body })
  if (draw.chance(0.15)) await by.call('admin.createBuyback', { body })
  if (!made) return
  keptOf(stage, paid_by === 'bank' ? 'bought by transfer' : 'bought').push(made.id)
  if (draw.chance(0.4)) {
    const params = { id: made.id, line: '1' }
    await by.call('admin.addBuybackPhoto', { params, file: { bytes: widePicture() } })
    await by.call('admin.buybackPhoto', { params: { ...params, position: '1' } })
  }
}

async function memberOf({ world, draw }: Stage, by: Caller): Promise<string | null> {
  const token = await codeOf(await world.as(draw.pick(members)))
  return (await ask<{ id: string }>(by, 'admin.buybackMember', { body: { token } }))?.id ?? null
}

async function settles(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const id = recentOf(stage, keptOf(stage, 'bought by transfer'), 3)
  if (!id) return
  const by = await world.as(draw.pick(['accountant', 'owner', 'manager'] as const))
  await by.call('admin.settleBuyback', { params: { id }, body: { transaction_id: randomUUID() } })
}

/** A purchase is taken back with a second person's approval. */
async function reverses(stage: Stage): Promise<void> {
  const { world } = stage
  const id = recentOf(stage, keptOf(stage, 'bought'), 5)
  if (!id) return
  const manager = await world.as('manager')
  const made = await ask<Bought>(manager, 'admin.buyback', { params: { id } })
  if (!made) return
  const { number, amount } = made
  const reason = '重さの読み違い'
  const approval = await ask<{ id: string }>(manager, 'approvals.ask', {
    body: { kind: 'buyback', subject: { buyback_id: id, number }, amount, reason },
  })
  if (approval) await agreesTo(stage, 'owner', approval.id)
  await manager.call('admin.reverseBuyback', {
    params: { id },
    body: { transaction_id: randomUUID(), amount, reason, ...(approval && { approval_id: approval.id }) },
  })
}

/** What has been kept for its days is melted, or put on the shelf and sold to a buyer who is written down. */
async function goesOn(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const id = draw.pick([...keptOf(stage, 'bought'), ...keptOf(stage, 'bought by transfer'), randomUUID()])
  const manager = await world.as('manager')
  const params = { id, line: '1' }
  if (draw.chance(0.4)) {
    await manager.call('admin.disposeBuyback', { params, body: { disposed_to: '地金として売却' } })
    return
  }
  const [sku_id, price] = [randomUUID(), draw.int(3_000, 20_000)]
  const stocked = await ask(manager, 'admin.stockBuyback', {
    params,
    body: { id: sku_id, name: '銀の指輪（中古）', price, size: null },
  })
  if (!stocked) return
  const transaction_id = randomUUID()
  await manager.call(
    'transactions.pay',
    keyed({ transaction_id, items: [{ sku_id, quantity: 1 }], tenders: { cash: price } }),
  )
  await manager.call('admin.buybackBuyer', {
    params,
    body: {
      transaction_id,
      name: '見本 花',
      address: '石川県金沢市片町0-0-0',
      occupation: '会社員',
      age: 40,
    },
  })
}

async function reads({ world }: Stage): Promise<void> {
  const manager = await world.as('manager')
  await manager.call('admin.buybacks')
  await manager.call('admin.buybackBook')
  await manager.call('admin.buybacksCsv')
  await manager.call('admin.cashChecks')
}

export const buybacks: Act[] = [
  { weight: 2, name: 'silver bought', run: buys },
  { weight: 0.7, name: 'purchase paid by transfer', run: settles },
  { weight: 0.8, name: 'purchase taken back', run: reverses },
  { weight: 0.8, name: 'bought pieces go on', run: goesOn },
  { weight: 0.5, name: 'book of purchases', run: reads },
]
