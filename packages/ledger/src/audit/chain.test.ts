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
    await world.owner.query('alter table ledger.transactions add column later_thought text')
    const client = await world.owner.connect()
    try {
      await client.query(
        `set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set bytea_output = 'escape'; set intervalstyle = 'iso_8601'`,
      )
      const { rows } = await client.query('select * from ledger.audit()')
      expect(rows).toEqual([])
    } finally {
      client.release(true)
      await world.owner.query('alter table ledger.transactions drop column later_thought')
    }
  })

  test('is made of the rows as they are written, each without what is empty at its end', async () => {
    await world.encrypt()
    const { rows: before } = await world.owner.query('select max(block) as block from ledger.chain_blocks')
    const [first, second] = [
      posted(await world.pay({ cash: 5, lines: [{ ...lineOf(1, 5), name: '指輪（銀),' }] })),
      posted(await world.pay({ cash: 6 })),
    ]
    await world.encrypt()
    // One block, or one for each where another database of this server was at work in between: the chain is the same.
    const { rows: blocks } = await world.owner.query(
      'select previous_hash, hash, form, transactions from ledger.chain_blocks where block > $1 order by block',
      [before[0].block],
    )
    const written = async (table: string, id: string): Promise<string> => {
      const { rows } = await world.owner.query<{ row: string }>(
        `select r::text as row from ledger.${table} r where ${table === 'transactions' ? 'id' : 'transaction_id'} = $1
         order by ${table === 'transactions' ? 'id' : 'line'}`,
        [id],
      )
      expect(rows).not.toEqual([])
      return rows.map(({ row }) => row.replace(/[,)]+$/, '')).join('\n')
    }
    const encrypted = [first, second]
    for (const block of blocks) {
      let hash: Buffer = block.previous_hash
      for (const { id } of encrypted.splice(0, block.transactions)) {
        const parts = [
          await written('transactions', id),
          await written('transfers', id),
          await written('transaction_lines', id),
        ]
        hash = createHash('sha256').update(hash).update(parts.join('\n\n')).digest()
      }
      // No act of staff was chained with them: `chained-acts.test.ts` has those.
      expect(block).toMatchObject({ form: 3, hash: createHash('sha256').update(hash).digest() })
    }
    expect(encrypted).toEqual([])
  })

  test('says nothing of what is added to a movement later, whatever of it stands alone', async () => {
    const { id } = posted(await world.pay({ cash: 9 }))
    const client = await world.owner.connect()
    const hashes = async (): Promise<string[]> => {
      const { rows } = await client.query<{ hash: string }>(
        `select encode((ledger.block_hash('\\x00', h.xid, (h.xid::text::bigint + 1)::text::xid8, f::smallint, '{}')).hash, 'hex') as hash
         from ledger.transactions h, generate_series(1, 2) f where h.id = $1 order by f`,
        [id],
      )
      return rows.map(({ hash }) => hash)
    }
    try {
      // No rule of the books stands in the way of one column by itself, and nothing of this stays.
      await client.query(`begin; set local session_replication_role = replica`)
      await client.query(`do $$ declare c name; begin
        for c in select conname from pg_constraint where conrelid = 'ledger.transactions'::regclass and contype = 'c' loop
          execute format('alter table ledger.transactions drop constraint %I', c);
        end loop; end $$`)
      const before = await hashes()
      const afterPutting = async (column: string, value: string) => {
        await client.query('savepoint one')
        await client.query(`update ledger.transactions set ${column} = ${value} where id = $1`, [id])
        const after = await hashes()
        await client.query('rollback to one')
        return after
      }
      const added = {
        refunded_total: '1',
        voided_by: 'gen_random_uuid()',
        corrected_cash: '1',
        corrected_card: '1',
        corrected_employee_id: 'gen_random_uuid()',
        corrected_note: `'note'`,
        corrections: '1',
        back_points: '1',
        back_paid: '1',
        back_bonus: '1',
        back_cash: '1',
        back_card: '1',
        back_later: '1',
        points_reclaimed: '1',
      }
      for (const [column, value] of Object.entries(added)) {
        expect([column, ...(await afterPutting(column, value))]).toEqual([column, ...before])
      }
      const altered = await afterPutting('note', `'altered'`)
      expect(altered[0]).not.toBe(before[0])
      expect(altered[1]).not.toBe(before[1])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('of the first form stays true, and shows what was altered', async () => {
    await world.encrypt()
    const sale = posted(await world.pay({ cash: 7 }))
    await world.owner.query(
      `insert into ledger.chain_blocks (block, from_xid, until_xid, transactions, acts_xid, acts_id, previous_hash, hash, form, chained_at)
       select s.block + 1, s.until_xid, u.xid, b.transactions, s.acts_xid, s.acts_id, s.hash, b.hash, 1, now()
       from (select * from ledger.chain_blocks order by block desc limit 1) s,
         (select (xid::text::bigint + 1)::text::xid8 as xid from ledger.transactions where id = $1) u,
         ledger.block_hash(s.hash, s.until_xid, u.xid, 1::smallint, '{}') b`,
      [sale.id],
    )
    posted(await world.pay({ cash: 8 }))
    await world.encrypt()
    // A block of acts alone may stand between, where another database of this server was at work.
    const { rows } = await world.owner.query(
      'select form, transactions from ledger.chain_blocks where transactions > 0 order by block desc limit 2',
    )
    expect(rows).toEqual([
      { form: 3, transactions: 1 },
      { form: 1, transactions: 1 },
    ])
    expect(await world.findings()).toEqual([])
    const alter = (note: string) =>
      world.owner.query(`set session_replication_role = replica;
        update ledger.transactions set note = ${note} where id = '${sale.id}'; set session_replication_role = origin`)
    await alter(`'altered'`)
    expect(await world.findings()).toMatchObject([{ rule: 'seal' }])
    await alter('null')
  })
})
