import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Attempts, createAttempts, together } from '../testing/attempts.ts'
import { lineOf, posted, type World } from '../testing/world.ts'

let world: World
let cashSale: Attempts['cashSale']
beforeAll(async () => {
  ;({ world, cashSale } = await createAttempts())
})
afterAll(() => world.close())

describe('the chain', () => {
  test('only ever grows by what is older than everything still running', async () => {
    const client = await world.owner.connect()
    const count = async () =>
      (await world.owner.query('select sum(transactions) as n from ledger.chain_blocks')).rows[0].n
    try {
      await world.encrypt()
      const before = await count()
      await client.query('begin')
      const { movement, lines, transfers, outbox } = cashSale()
      await client.query(together(movement, lines, transfers, outbox))
      posted(await world.pay({ cash: 1 }))
      await world.app.query('select ledger.extend_chain()')
      // The open one is older: the payment after it may not be chained before it.
      expect(await count()).toBe(before)
      await client.query('commit')
      await world.encrypt()
      expect(await count()).toBe(before + 2)
    } finally {
      client.release()
    }
  })

  test('is made by one at a time, and by all together chains each movement once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        ...Array.from({ length: 4 }, () => world.pay({ cash: 1 })),
        ...Array.from({ length: 4 }, () => world.app.query('select ledger.extend_chain()')),
      ])
    }
    await world.encrypt()
    const { rows } = await world.app.query(
      `select (select sum(transactions) from ledger.chain_blocks) as chained, (select count(*) from ledger.transactions) as posted`,
    )
    expect(rows[0].chained).toBe(rows[0].posted)
    expect(await world.findings()).toEqual([])
  })

  test('holds in every time zone, and when a table gains a column that may be empty', async () => {
    await world.owner.query('alter table ledger.movements add column later_thought text')
    const client = await world.owner.connect()
    try {
      await client.query(
        `set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set bytea_output = 'escape'; set intervalstyle = 'iso_8601'`,
      )
      const { rows } = await client.query('select * from ledger.audit()')
      expect(rows).toEqual([])
    } finally {
      client.release(true)
      await world.owner.query('alter table ledger.movements drop column later_thought')
    }
  })

  test('is made of the rows as they are written, each without what is empty at its end', async () => {
    await world.encrypt()
    const { rows: before } = await world.owner.query('select max(block) as block from ledger.chain_blocks')
    const [first, second] = [
      posted(await world.pay({ cash: 5, lines: [{ ...lineOf(1, 5), name: '指輪（銀),' }] })),
      posted(await world.gatherer.pay({ ...world.request({ cash: 6 }), sale: { gross: 7, discount: 1 } })),
    ]
    await world.encrypt()
    // One block, or one for each where another database of this server was at work in between: the chain is the same.
    const { rows: blocks } = await world.owner.query(
      'select previous_hash, hash, transactions from ledger.chain_blocks where block > $1 order by block',
      [before[0].block],
    )
    const keys = {
      movements: 'id',
      transfers: 'transaction_id',
      transaction_lines: 'transaction_id',
      sale_details: 'sale_id',
    }
    const written = async (table: keyof typeof keys, id: string): Promise<string> => {
      const { rows } = await world.owner.query<{ row: string }>(
        `select r::text as row from ledger.${table} r where ${keys[table]} = $1`,
        [id],
      )
      return rows.map(({ row }) => row.replace(/[,)]+$/, '')).join('\n')
    }
    const encrypted = [first, second]
    for (const block of blocks) {
      let hash: Buffer = block.previous_hash
      for (const { id } of encrypted.splice(0, block.transactions)) {
        const parts = [
          await written('movements', id),
          await written('transfers', id),
          await written('transaction_lines', id),
          await written('sale_details', id),
        ]
        expect(parts.map((part) => part !== '')).toEqual([true, true, true, id === second.id])
        hash = createHash('sha256').update(hash).update(parts.join('\n\n')).digest()
      }
      // No act of staff was chained with them: `chained-acts.test.ts` has those.
      expect(block).toMatchObject({ hash: createHash('sha256').update(hash).digest() })
    }
    expect(encrypted).toEqual([])
  })
})
