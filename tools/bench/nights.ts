import { migrate } from '@shirogane/api/db/migrate'
import { transactor } from '@shirogane/api/db/sql'
import { judgeAllRanks } from '@shirogane/ledger'
import pg from 'pg'
import { step } from '../lib/progress.ts'
import { type Figure, number } from './report.ts'
import { median } from './statistics.ts'
import { createWorld } from './world.ts'

/** As many lots end at once for each member as one has who came often while a campaign ran. */
const lotsEach = 10
/** As the rounds of the night take them. */
const atOnce = { lots: 500, ranks: 2_000 }

/**
 * The two rounds of a night that look at everybody: points that end, and ranks at New Year. Each stands beside one plain
 * UPDATE of as many rows of a copy of the same table, indexes and all, in turns, in a database of their own.
 */
export async function measureNights(
  serverUrl: string,
  { members, rounds }: { members: number; rounds: number },
): Promise<Figure[]> {
  const url = new URL(serverUrl)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query('create database nights')
  await admin.end()
  url.pathname = '/nights'
  step(`Filling a database for the nights: ${number(members)} members`)
  await migrate(url.href)
  const { db } = await createWorld(url.href, members)
  try {
    await db.query(`create schema plain;
      create table plain.point_lots (like ledger.point_lots including indexes);
      create table plain.wallets (like ledger.wallets including indexes);
      insert into plain.wallets select * from ledger.wallets`)
    const lots = { plain: [] as number[], ours: [] as number[] }
    const ranks = { plain: [] as number[], ours: [] as number[] }
    for (let round = 1; round <= rounds; round += 1) {
      await giveEndedLots(db)
      lots.plain.push(await timed(db, 'update plain.point_lots set remaining = 0'))
      lots.ours.push(await everybody((after) => endNext(db, after)))
      await expectNone(db, 'select from ledger.point_lots where remaining > 0 and expires_at <= now()')
      await endTheYear(db)
      ranks.plain.push(await timed(db, 'update plain.wallets set level_year = level_year + 1'))
      ranks.ours.push(await judged(db))
      await expectNone(db, 'select from ledger.wallets where level_year < extract(year from now())')
      step(
        `round ${round}: ${number(members * lotsEach)} lots end in ${seconds(lots.ours.at(-1)!)}, ${number(members)} ranks are judged in ${seconds(ranks.ours.at(-1)!)}`,
      )
    }
    return [
      figure(`${number(members * lotsEach)} lots of ${number(members)} members end`, lots),
      figure(`the ranks of ${number(members)} members are judged at New Year`, ranks),
    ]
  } finally {
    await db.end()
  }
}

function figure(what: string, { plain, ours }: { plain: number[]; ours: number[] }): Figure {
  return {
    what,
    measured: seconds(median(ours)),
    yardstick: `one UPDATE of as many rows: ${seconds(median(plain))}`,
    value: median(ours) / median(plain),
    unit: '×',
    floor: 5,
    goal: 3,
    better: 'less',
  }
}

const seconds = (ms: number): string => `${number(ms / 1000, 2)} s`

/** Lots that ended an hour ago, for everybody. How they came is not measured, so the ledger's rules look away. */
async function giveEndedLots(db: pg.Pool): Promise<void> {
  await db.query(`begin;
    set local session_replication_role = replica;
    update ledger.wallets set point_limited = ${lotsEach * 5};
    insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
      select gen_random_uuid(), user_id, 5, 5, now() - interval '1 hour', gen_random_uuid()
      from ledger.wallets, generate_series(1, ${lotsEach});
    truncate plain.point_lots;
    insert into plain.point_lots select * from ledger.point_lots where remaining > 0;
    commit`)
  await waitForQuiet(db)
}

/** Everybody stands in last year again, with purchases from none to more than enough for the second rank. */
async function endTheYear(db: pg.Pool): Promise<void> {
  await db.query(`begin;
    set local session_replication_role = replica;
    delete from ledger.level_changes;
    update ledger.wallets
      set level_year = extract(year from now()) - 1, level_accumulation = (random() * 150000)::int;
    commit`)
  await waitForQuiet(db)
}

async function waitForQuiet(db: pg.Pool): Promise<void> {
  await db.query('vacuum analyze')
  await db.query('checkpoint')
}

async function timed(db: pg.Pool, statement: string): Promise<number> {
  const startedAt = performance.now()
  await db.query(statement)
  return performance.now() - startedAt
}

/** Takes everybody, a batch and a commit at a time, as the jobs do. */
async function everybody(take: (after: string | null) => Promise<string | null>): Promise<number> {
  const startedAt = performance.now()
  let last: string | null = null
  do last = await take(last)
  while (last !== null)
  return performance.now() - startedAt
}

async function endNext(db: pg.Pool, after: string | null): Promise<string | null> {
  const statement = 'select last from ledger.expire_due($1, $2)'
  return (await db.query<{ last: string | null }>(statement, [after, atOnce.lots])).rows[0]!.last
}

async function judged(db: pg.Pool): Promise<number> {
  const rows = async <T>(text: string, values?: readonly unknown[]) =>
    (await db.query(text, values && [...values])).rows as T[]
  const startedAt = performance.now()
  await judgeAllRanks({ rows }, (work) => transactor(db)(work), {
    count: atOnce.ranks,
    hold: () => Promise.resolve(),
  })
  return performance.now() - startedAt
}

/** A round that leaves a member out is quick, and worth nothing. */
async function expectNone(db: pg.Pool, statement: string): Promise<void> {
  const { rowCount } = await db.query(`${statement} limit 1`)
  if (rowCount !== 0) throw new Error(`A round of the night left something behind: ${statement}`)
}
