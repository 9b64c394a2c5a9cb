import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../testing/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createDatabase()
})
afterAll(() => db.drop())

type Asked = { actor: string; key: string | null; hash: string; act: string }
const wish = (over: Partial<Asked> = {}): Asked => ({
  actor: randomUUID(),
  key: randomUUID(),
  hash: 'aa',
  act: randomUUID(),
  ...over,
})

async function take(by: Pick<pg.ClientBase, 'query'>, { actor, key, hash, act }: Asked) {
  const { rows } = await by.query(
    `select answered, replayed, act, code, n, m from ledger.take_key($1, 'r', $2, decode($3, 'hex'), $4)`,
    [actor, key, hash, act],
  )
  return rows[0]
}
const first = { answered: false, replayed: false, act: null, code: null, n: null, m: null }
const again = (act: string) => ({ ...first, answered: true, replayed: true, act })

/** Takes the key in a transaction that stays open, and asks for it a second time meanwhile. */
async function asTwo(asked: Asked, end: 'commit' | 'rollback') {
  const holder = await db.owner.connect()
  try {
    await holder.query('begin')
    expect(await take(holder, asked)).toEqual(first)
    let isWaiting = true
    const second = take(db.owner, { ...asked, act: randomUUID() }).finally(() => (isWaiting = false))
    await expect
      .poll(async () => {
        const { rows } = await db.owner.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
    expect(isWaiting).toBe(true)
    await holder.query(end)
    return await second
  } finally {
    holder.release()
  }
}

test('whoever comes second with a key waits for the first one’s commit and hears what it was', async () => {
  const asked = wish()
  expect(await asTwo(asked, 'commit')).toEqual(again(asked.act))
})

test('where the first one undid what it did, the second does it', async () => {
  expect(await asTwo(wish(), 'rollback')).toEqual(first)
})

test('a key is its actor’s, and stands for one wish alone', async () => {
  const asked = wish()
  await take(db.owner, asked)
  expect(await take(db.owner, { ...asked, hash: 'bb' })).toEqual({
    ...first,
    answered: true,
    code: 'IDEMPOTENCY_KEY_REUSED',
  })
  expect(await take(db.owner, { ...asked, actor: randomUUID() })).toEqual(first)
})

test('a refusal is what a key answers from then on, with its numbers; one that was given back has answered nothing', async () => {
  const [asked, other] = [wish(), wish()]
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    await take(client, asked)
    await client.query(`select ledger.refuse_key($1, 'r', $2, 'TOPUP_RANGE', 500, 30000)`, [
      asked.actor,
      asked.key,
    ])
    await take(client, other)
    await client.query(`select ledger.give_key_back($1, 'r', $2)`, [other.actor, other.key])
    await client.query('commit')
    const later = client.query(`select ledger.refuse_key($1, 'r', $2, 'FORBIDDEN')`, [asked.actor, asked.key])
    await expect(later).rejects.toThrow('the answer to a key is final')
  } finally {
    client.release()
  }
  expect(await take(db.owner, asked)).toEqual({
    ...again(asked.act),
    code: 'TOPUP_RANGE',
    n: 500,
    m: 30_000,
  })
  expect(await take(db.owner, other)).toEqual(first)
})

test('nothing is done without a key', async () => {
  await expect(take(db.owner, wish({ key: null }))).rejects.toThrow(/null value in column "key"/)
})

test('the application takes no key itself', async () => {
  await expect(take(db.app, wish())).rejects.toThrow('permission denied')
})
