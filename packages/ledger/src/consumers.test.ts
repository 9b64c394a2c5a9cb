import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, posted, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Ahead = {
  from_xid: string
  from_id: string
  movements: { xid: string; id: string; kind: string }[]
  waits: boolean
  aside: boolean
}

async function look(count = 200): Promise<Ahead> {
  const { rows } = await world.app.query<Ahead>(`select * from ledger.look_ahead('gifts', $1)`, [count])
  return rows[0]!
}

async function pass(from: { xid: string; id: string }, to: { xid: string; id: string }): Promise<boolean> {
  const { rows } = await world.app.query<{ passed: boolean }>(
    `select ledger.pass_movements('gifts', $1, $2, $3, $4) as passed`,
    [from.xid, from.id, to.xid, to.id],
  )
  return rows[0]!.passed
}

const buy = async (): Promise<string> => posted(await world.buy(await world.customer(), { cash: 1_000 })).id

/** Everything until now is behind the cursor. */
async function passAll(): Promise<void> {
  await world.owner.query('select ledger.pass_all_movements()')
}

/** What is ahead once nothing that runs keeps it back: the database's own work holds a transaction at times. */
async function ahead(count?: number): Promise<Ahead> {
  await expect.poll(async () => (await look()).waits).toBe(false)
  return look(count)
}

test('movements come in the order of their transactions, so many at a time', async () => {
  await passAll()
  const sales = [await buy(), await buy(), await buy()]
  const { movements } = await ahead()
  expect(movements.filter(({ kind }) => kind === 'payment').map(({ id }) => id)).toEqual(sales)
  expect((await ahead(1)).movements).toEqual(movements.slice(0, 1))
})

test('what a transaction that still runs may come before is not ahead yet, and waits', async () => {
  await passAll()
  const running = await world.owner.connect()
  await running.query('begin')
  await running.query('select pg_current_xact_id()')
  const sale = await buy()
  expect(await look()).toMatchObject({ movements: [], waits: true })
  await running.query('commit')
  running.release()
  expect((await ahead()).movements.map(({ id }) => id)).toContain(sale)
})

test('a cursor moves from where it was found and in no other way: once, forward, and for one of two at a time', async () => {
  await passAll()
  await buy()
  const { from_xid, from_id, movements } = await ahead()
  const from = { xid: from_xid, id: from_id }
  const last = movements.at(-1)!
  const both = await Promise.all([pass(from, last), pass(from, last)])
  expect(both.filter(Boolean)).toEqual([true])
  expect(await pass(from, last)).toBe(false)
  expect(await pass(last, from)).toBe(false)
  expect(await pass(last, last)).toBe(false)
  expect((await ahead()).movements).toEqual([])
})

test('what was set aside is due after twice as long each time, an hour at most, and one process has it', async () => {
  await world.setClock('2026-11-02 12:00+09')
  const sale = await buy()
  await world.app.query(`select ledger.set_movement_aside('mails', $1)`, [sale])
  const take = async () => {
    const { rows } = await world.app.query(`select attempts from ledger.take_set_aside('mails', 10)`)
    return rows
  }
  expect(await take()).toEqual([])
  const waits: number[] = []
  for (let tries = 0; tries < 13; tries += 1) {
    const { rows } = await world.owner.query<{ due_at: Date; seconds: number }>(
      `select due_at, extract(epoch from due_at - ledger.now())::int as seconds from ledger.set_aside`,
    )
    waits.push(rows[0]!.seconds)
    await world.setClock(rows[0]!.due_at.toISOString())
    const taken = (await Promise.all([take(), take()])).flat()
    expect(taken).toEqual([{ attempts: tries + 2 }])
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])

  await world.app.query(`select ledger.give_up_set_aside('mails', $1)`, [sale])
  await world.setClock('2026-11-09 12:00+09')
  expect(await take()).toEqual([])
  const end = () =>
    world.app.query<{ ended: boolean }>(`select ledger.end_set_aside('mails', $1) as ended`, [sale])
  expect((await end()).rows).toEqual([{ ended: true }])
  expect((await end()).rows).toEqual([{ ended: false }])
})
