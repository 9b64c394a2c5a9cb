import { randomUUID } from 'node:crypto'
import { audit } from '@shirogane/ledger'
import { database, testConfig } from '@shirogane/testkit/database'
import { startApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { ConfigError } from './config/environment.ts'
import { startServer } from './main.ts'

describe('the end of a process', () => {
  test('answers every payment that it has taken on, and the books hold exactly those', async () => {
    const api = await startApi()
    const clerk = await api.as('clerk')
    const [{ before } = { before: 0 }] = await api.db.query<{ before: number }>(
      `select count(*) as before from ledger.transactions where kind = 'payment'`,
    )
    const replies = Array.from({ length: 60 }, () =>
      clerk
        .call('transactions.pay', {
          body: { transaction_id: randomUUID(), amount: 1_100, tenders: { cash: 1_100 } },
          headers: { 'Idempotency-Key': randomUUID() },
        })
        .then(
          ({ status }) => status,
          // The door was shut before this one came through it.
          () => 'not taken on',
        ),
    )
    await Promise.race(replies)
    await api.server.close()
    const outcomes = await Promise.all(replies)
    const paid = outcomes.filter((outcome) => outcome === 200).length
    const [{ after } = { after: 0 }] = await api.db.query<{ after: number }>(
      `select count(*) as after from ledger.transactions where kind = 'payment'`,
    )
    expect(after - before).toBe(paid)
    expect(
      outcomes.every((outcome) => outcome === 200 || outcome === 'not taken on' || outcome === 503),
    ).toBe(true)

    const client = new pg.Client({ connectionString: api.db.url })
    await client.connect()
    expect((await audit(client)).findings).toEqual([])
    await client.end()
    await api.db.close()
  })

  test('is quick with nothing to do, and closing twice is closing once', async () => {
    const api = await startApi()
    const startedAt = performance.now()
    await Promise.all([api.server.close(), api.server.close()])
    // A shutdown that waits for something takes longer: an idle connection is kept for 65 seconds.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    await api.db.close()
  })
})

describe('a start', () => {
  test('in production refuses the database of the demo', async () => {
    const db = await database()
    const config = { ...testConfig(db.serviceUrl), production: true, demo: false }
    await expect(startServer(config)).rejects.toThrow(ConfigError)
    await db.close()
  })

  test('refuses to be the demo of shops that it did not open', async () => {
    const db = await database()
    await db.query(`delete from settings where key = 'demo'`)
    const start = startServer(testConfig(db.serviceUrl))
    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow('This database holds shops of its own')
    await db.close()
  })

  test('refuses books that were chained under later transactions than this database has had', async () => {
    const db = await database()
    const config = testConfig(db.serviceUrl)
    await (await startServer(config)).close()
    const next = async () =>
      Number(
        (await db.query<{ id: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as id'))[0]!.id,
      )
    const chainUntil = (id: number) =>
      db.query(`do $$ begin
        set local session_replication_role = replica;
        delete from ledger.chain_blocks;
        insert into ledger.chain_blocks select 1, '0', '${id}', 1, sha256(''), sha256(''), now();
      end $$`)
    await chainUntil(await next())
    await (await startServer(config)).close()
    await chainUntil((await next()) + 1_000_000)
    await expect(startServer(config)).rejects.toThrow('pg_resetwal --epoch=1 ')
    await chainUntil(3 * 2 ** 32 + 7)
    await expect(startServer(config)).rejects.toThrow('pg_resetwal --epoch=4 ')
    await db.close()
  })

  test('on a port that is taken fails with the system’s word for it, and lets go of everything', async () => {
    const api = await startApi()
    const config = testConfig(api.db.serviceUrl, { PORT: String(api.server.port) })
    await expect(startServer(config)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await api.close()
  })
})
