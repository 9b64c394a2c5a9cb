import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attempts, createAttempts, together } from './testing/attempts.ts'
import { type World, posted } from './testing/world.ts'

let world: World
let cashSale: Attempts['cashSale']
beforeAll(async () => {
  ;({ world, cashSale } = await createAttempts())
})
afterAll(() => world.close())

describe('the seal', () => {
  test('only ever grows by what is older than everything still running', async () => {
    const client = await world.owner.connect()
    const count = async () =>
      (await world.owner.query('select sum(transactions) as n from ledger.seals')).rows[0].n
    try {
      await world.seal()
      const before = await count()
      await client.query('begin')
      const { head, lines, transfers, outbox } = cashSale()
      await client.query(together(head, lines, transfers, outbox))
      posted(await world.pay({ cash: 1 }))
      await world.app.query('select ledger.seal()')
      // The open one is older: the payment after it may not be sealed before it.
      expect(await count()).toBe(before)
      await client.query('commit')
      await world.seal()
      expect(await count()).toBe(before + 2)
    } finally {
      client.release()
    }
  })

  test('is made by one at a time, and by all together seals each movement once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        ...Array.from({ length: 4 }, () => world.pay({ cash: 1 })),
        ...Array.from({ length: 4 }, () => world.app.query('select ledger.seal()')),
      ])
    }
    await world.seal()
    const { rows } = await world.app.query(
      `select (select sum(transactions) from ledger.seals) as sealed, (select count(*) from ledger.transactions) as posted`,
    )
    expect(rows[0].sealed).toBe(rows[0].posted)
    expect(await world.findings()).toEqual([])
  })

  test('holds in every time zone, and when a table gains a column that may be empty', async () => {
    await world.owner.query('alter table ledger.transactions add column later_thought text')
    const client = await world.owner.connect()
    try {
      await client.query(`set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set bytea_output = 'escape'`)
      const { rows } = await client.query('select * from ledger.audit()')
      expect(rows).toEqual([])
    } finally {
      client.release(true)
      await world.owner.query('alter table ledger.transactions drop column later_thought')
    }
  })
})
