import { randomUUID } from 'node:crypto'
import type { CallName } from '@shirogane/contract/wire/calls'
import type { Ask } from '../calls/caller.ts'
import type { TestApi } from '../start-api.ts'

export type StockCall = Extract<CallName, `inventory.${string}`>

type Piece = { store_id: string; lines: { sku_id: string; quantity: number }[] }

/** One legal request for each call about stock, aimed at the first store. */
export function stockAsks(api: () => Pick<TestApi, 'db' | 'as'>): Record<StockCall, () => Promise<Ask>> {
  const withKey = (ask: Ask): Ask => ({ ...ask, headers: { 'Idempotency-Key': randomUUID() } })
  const supply = () => ({ supplier: '銀河工房', slip_number: randomUUID() })
  const promise = () => ({ label: '例示 様', until: new Date(Date.now() + 3_600_000).toISOString() })

  async function one(text: string, values: readonly unknown[] = []): Promise<string> {
    const [row] = await api().db.query<{ id: string }>(text, values)
    return row!.id
  }
  const store = (code = 'KNZ1') => one('select id from stores where code = $1', [code])
  const article = () => one(`select id from skus where sku = 'CG001'`)
  async function noCount(): Promise<void> {
    await api().db.query(
      `update stock_counts set state = 'cancelled', ended_at = now(), ended_by = opened_by where ended_at is null`,
    )
  }
  async function piece(): Promise<Piece> {
    await noCount()
    return { store_id: await store(), lines: [{ sku_id: await article(), quantity: 1 }] }
  }
  async function received(): Promise<Piece> {
    const asked = await piece()
    const manager = await api().as('manager')
    await manager.get('inventory.receive', withKey({ body: { ...supply(), lines: asked.lines } }))
    return asked
  }
  async function count(): Promise<string> {
    await noCount()
    return one(
      `insert into stock_counts (id, store_id, opened_by, opened_at)
       select gen_random_uuid(), store_id, user_id, now() from employees where number = 'E0002' returning id`,
    )
  }
  async function transfer(): Promise<string> {
    const { lines } = await received()
    const body = { to_store_id: await store('KRM1'), lines }
    return (await (await api().as('manager')).get('inventory.send', withKey({ body }))).id
  }
  async function reservation(): Promise<string> {
    const body = { id: randomUUID(), ...promise(), lines: (await received()).lines }
    return (await (await api().as('manager')).get('inventory.reserve', { body })).id
  }

  return {
    'inventory.list': async () => ({}),
    'inventory.show': async () => ({ params: { id: await article() } }),
    'inventory.update': async () => ({
      params: { id: await article() },
      body: { reorder_point: 2, store_id: await store() },
    }),
    'inventory.movements': async () => ({ params: { id: await article() } }),
    'inventory.move': async () => {
      const { store_id } = await piece()
      const body = { kind: 'adjust', quantity: 1, reason: '誤差', store_id }
      return withKey({ params: { id: await article() }, body })
    },
    'inventory.deliveries': async () => ({}),
    'inventory.receive': async () => withKey({ body: { ...supply(), ...(await piece()) } }),
    'inventory.transfers': async () => ({}),
    'inventory.send': async () =>
      withKey({ body: { to_store_id: await store('DMY1'), ...(await received()) } }),
    'inventory.endTransfer': async () =>
      withKey({ params: { id: await transfer() }, body: { kind: 'recall' } }),
    'inventory.counts': async () => ({}),
    'inventory.openCount': async () => {
      await noCount()
      return { body: { id: randomUUID(), store_id: await store() } }
    },
    'inventory.count': async () => ({ params: { id: await count() } }),
    'inventory.updateCount': async () =>
      withKey({ params: { id: await count() }, body: { state: 'review' } }),
    'inventory.countEntry': async () =>
      withKey({ params: { id: await count() }, body: { sku_id: await article(), add: 1 } }),
    'inventory.reservations': async () => ({}),
    'inventory.reserve': async () => ({
      body: { id: randomUUID(), ...promise(), ...(await received()) },
    }),
    'inventory.release': async () => ({ params: { id: await reservation() } }),
  }
}
