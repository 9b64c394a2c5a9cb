// What staff did goes into the chain of hashes: what is changed, taken away or slipped in behind the door is found.
import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from './audit.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
let act: string
beforeAll(async () => {
  world = await createWorld()
  await write(world.app)
  act = await write(world.app)
  await world.encrypt()
  await write(world.app)
  await world.encrypt()
})
afterAll(() => world.close())

/** Writes an act as the server does; `at` is a moment as SQL has it. */
async function write(db: pg.Pool | pg.PoolClient, at = 'ledger.now()'): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into audit_log (id, at, actor_id, action, object, request_id, note) values ($1, ${at}, $2, 'export.log', $3, '', '')`,
    [id, world.register.user_id, `客:${id}`],
  )
  return id
}

const chainedMovements = async (): Promise<string[]> => {
  const { rows } = await world.owner.query<{ id: string }>(
    'select a.id from ledger.chain_blocks s cross join unnest(s.acts) a order by a.id',
  )
  return rows.map(({ id }) => id)
}
const writtenActs = async (): Promise<string[]> => {
  const { rows } = await world.owner.query<{ id: string }>('select id from audit_log order by id')
  return rows.map(({ id }) => id)
}

/** What the audit says after this, of which nothing stays. */
async function findingsAfter(...damage: string[]): Promise<Finding[]> {
  const client = await world.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const statement of damage) expect((await client.query(statement)).rowCount).toBeGreaterThan(0)
    return (await client.query<Finding>('select * from ledger.audit()')).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const rule = 'act = as it was sealed'
const blockOf = async (id: string): Promise<number> => {
  const { rows } = await world.owner.query(
    'select s.block::int from ledger.chain_blocks s cross join unnest(s.acts) a where a.id = $1',
    [id],
  )
  return rows[0].block
}

describe('an act that was chained', () => {
  test('is found by its name when it was changed or taken away', async () => {
    const subject = `${await blockOf(act)} ${act}`
    for (const change of [
      `note = 'x'`,
      `at = at + interval '1 second'`,
      `actor_id = gen_random_uuid()`,
      `after = '{}'`,
      `xid = (xid::text::bigint - 1)::text::xid8`,
    ])
      expect([
        change,
        await findingsAfter(`update audit_log set ${change} where id = '${act}'`),
      ]).toMatchObject([change, [{ rule, subject, found: expect.stringMatching(/^[0-9a-f]{64}$/) }]])
    expect(await findingsAfter(`delete from audit_log where id = '${act}'`)).toMatchObject([
      { rule, subject, found: 'none' },
    ])
  })

  test('is named before the others that are broken as well, the earliest first', async () => {
    const findings = await findingsAfter('delete from audit_log')
    const { rows } = await world.owner.query<{ subject: string }>(
      `select s.block || ' ' || a.id as subject from ledger.chain_blocks s
       cross join unnest(s.acts) with ordinality a (id, at, digest, line) order by s.block, a.line`,
    )
    expect(findings.map(({ subject }) => subject)).toEqual(rows.map(({ subject }) => subject))
  })

  test('cannot be taken away or changed together with what the block says of it', async () => {
    const block = await blockOf(act)
    const without = `array(select a from unnest(acts) a where (a).id <> '${act}')`
    const other = `array(select case when a.id = '${act}' then
      row(a.id, a.at - interval '4 years', a.digest)::ledger.chained_act else a end from unnest(acts) a)`
    for (const damage of [
      `update ledger.chain_blocks set acts = ${without} where block = ${block}`,
      `update ledger.chain_blocks set acts = ${other} where block = ${block}`,
    ])
      expect(await findingsAfter(`delete from audit_log where id = '${act}'`, damage)).toMatchObject([
        { rule: 'seal', subject: `${block}` },
      ])
    expect(
      (await findingsAfter(`update ledger.chain_blocks set acts = '{}' where block = ${block}`)).map(
        (finding) => finding.rule,
      ),
    ).toContain('seal')
  })

  test('may be gone when three years are over, and not an hour before', async () => {
    const old = await write(world.app, `ledger.now() - interval '3 years 1 hour'`)
    const nearly = await write(world.app, `ledger.now() - interval '3 years' + interval '1 hour'`)
    await world.encrypt()
    await expect(world.app.query('delete from audit_log where id = $1', [nearly])).rejects.toThrow(
      'never changed or removed',
    )
    await world.app.query('delete from audit_log where id = $1', [old])
    expect(await world.findings()).toEqual([])
    expect(await findingsAfter(`delete from audit_log where id = '${nearly}'`)).toMatchObject([
      { rule, subject: `${await blockOf(nearly)} ${nearly}`, found: 'none' },
    ])
    expect(await chainedMovements()).toContain(old)
  })
})

describe('an act that came in behind the chain', () => {
  const slipped = (
    id: string,
    xid: string,
  ) => `insert into audit_log (id, at, actor_id, action, object, request_id, xid)
    select '${id}', at, actor_id, action, object, request_id, ${xid} from audit_log where id = '${act}'`

  test('is found among the commits that were chained, and under a number that nobody had yet', async () => {
    for (const xid of ['xid', `'1'::xid8`, `(pg_current_xact_id()::text::bigint + 1000000)::text::xid8`]) {
      const id = randomUUID()
      expect([xid, await findingsAfter(slipped(id, xid))]).toMatchObject([
        xid,
        [{ rule, subject: id, expected: 'no act' }],
      ])
    }
  })

  test('cannot be written by the application, which names no commit and changes nothing', async () => {
    for (const text of [
      slipped(randomUUID(), `'1'::xid8`),
      `update audit_log set note = 'x'`,
      `update audit_log set xid = '1'`,
      'truncate audit_log',
    ])
      await expect(world.app.query(text), text).rejects.toThrow('permission denied')
  })
})

describe('the chain', () => {
  test('takes in every act once, while others write and chain', async () => {
    for (let round = 0; round < 5; round += 1)
      await Promise.all([
        ...Array.from({ length: 4 }, () => write(world.app)),
        ...Array.from({ length: 2 }, () => world.pay({ cash: 1 })),
        ...Array.from({ length: 4 }, () => world.app.query('select ledger.extend_chain()')),
      ])
    await world.encrypt()
    const gone = (await chainedMovements()).length - (await writtenActs()).length
    expect(new Set(await chainedMovements()).size).toBe((await chainedMovements()).length)
    // One of them went when its time was over.
    expect(gone).toBe(1)
    expect(await world.findings()).toEqual([])
  })

  test('leaves an act alone while something older is still running', async () => {
    const client = await world.owner.connect()
    try {
      await client.query('begin')
      const early = await write(client)
      const late = await write(world.app)
      await world.app.query('select ledger.extend_chain()')
      expect(await chainedMovements()).not.toContain(late)
      await client.query('commit')
      await world.encrypt()
      expect(await chainedMovements()).toEqual(expect.arrayContaining([early, late]))
    } finally {
      client.release()
    }
  })

  test('holds the acts as their rows were written, whoever looks with which settings', async () => {
    await world.encrypt()
    const id = await write(world.app)
    await world.encrypt()
    const { rows } = await world.owner.query(
      `select s.hash, a.at, a.digest, s.previous_hash, uuid_send(a.id) || timestamptz_send(a.at) || a.digest as whole,
         rtrim(convert_to(l::text, 'UTF8'), '\\x2c29') as written
       from ledger.chain_blocks s cross join unnest(s.acts) a join audit_log l on l.id = a.id
       where a.id = $1`,
      [id],
    )
    const [row] = rows
    const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
    expect(row.digest).toEqual(sha256(row.written))
    expect(row.hash).toEqual(sha256(row.previous_hash, row.whole))
    const client = await world.owner.connect()
    try {
      await client.query(
        `set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set bytea_output = 'escape'; set intervalstyle = 'iso_8601'`,
      )
      expect((await client.query('select * from ledger.audit()')).rows).toEqual([])
    } finally {
      client.release(true)
    }
  })

  test('takes in a log that is longer than a block by and by, and meanwhile nothing is missing', async () => {
    const copy = await world.copy()
    // A transaction that began before it and is still at work, in any database of the server, keeps a commit out of the
    // block: then there are more blocks, and none is larger.
    const chained = async () => {
      await copy.app.query('select ledger.extend_chain()')
      const { rows } = await copy.owner.query<{ acts: number; most: number }>(
        'select sum(cardinality(acts))::int as acts, max(cardinality(acts)) as most from ledger.chain_blocks',
      )
      expect(rows[0]!.most).toBeLessThanOrEqual(100_000)
      return rows[0]!.acts
    }
    const earlier = await chained()
    try {
      // In ten statements: one that writes them all may take longer than a statement of the application is allowed to.
      for (let part = 1; part <= 10; part += 1) {
        await copy.app.query(
          `insert into audit_log (id, at, actor_id, action, object, request_id, note)
           select gen_random_uuid(), ledger.now(), $1, 'export.log', '', '', '' from generate_series(1, 10001)`,
          [world.register.user_id],
        )
      }
      expect(await chained()).toBeLessThan(earlier + 100_010)
      expect((await copy.owner.query('select * from ledger.audit()')).rows).toEqual([])
      await expect.poll(chained, { timeout: 20_000 }).toBe(earlier + 100_010)
      expect((await copy.owner.query('select * from ledger.audit()')).rows).toEqual([])
      const { rows } = await copy.owner.query(
        `select count(*)::int as written, (select count(distinct a.id)::int from ledger.chain_blocks s cross join unnest(s.acts) a
           join audit_log using (id)) as chained from audit_log`,
      )
      expect(rows[0].chained).toBe(rows[0].written)
    } finally {
      await copy.drop()
    }
  })
})
