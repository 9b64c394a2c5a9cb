// The secret key is changed while several processes of one installation are at work.
import { randomBytes, randomUUID } from 'node:crypto'
import { type Browser, openBrowser } from '@shirogane/testkit/calls/browser'
import { caller, type Caller } from '@shirogane/testkit/calls/caller'
import { castPassword, database, testConfig, type TestDatabase } from '@shirogane/testkit/database'
import { codeFor } from '@shirogane/testkit/acts/newcomer'
import { accountOf, addAccount, proveAccount } from '@shirogane/testkit/acts/payout-methods'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, dbOf } from '../../db/sql.ts'
import { startServer } from '../../main.ts'
import { checkStaffPin, deriveKeys, idOfKey, type Keys } from '../auth/index.ts'
import { hashPassword, verifyPassword } from '../auth/passwords/passwords.ts'
import { enqueueMessage } from '../messages/index.ts'
import { recordSubscription } from '../notifications/push-store.ts'
import { openKeys } from './open.ts'
import { places } from './places.ts'
import { rekeying } from './rekey.ts'
import { keyStatus } from './status.ts'
import { listOlder, recordStart, writeAnew } from './store.ts'

const madeKey = (): string => randomBytes(48).toString('hex')
const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex')

const old = Buffer.from(testConfig('postgres://localhost/none').secretKey).toString('hex')
const next = madeKey()

/** The processes of one installation, in the order in which its operator brings a new key in. */
let db: TestDatabase
let before: TestApi
let ready: TestApi
let swapped: TestApi
beforeAll(async () => {
  db = await database()
  before = await startApi({ db })
  ready = await startApi({ db, env: { SECRET_KEY_PREVIOUS: next } })
  swapped = await startApi({ db, env: { SECRET_KEY: next, SECRET_KEY_PREVIOUS: old } })
})
afterAll(async () => {
  for (const process of [before, ready, swapped]) await process.close()
  await db.close()
})

const at = ({ url }: TestApi, { user_id, access_token }: Caller): Caller =>
  caller({ url, user_id, ...(access_token !== null && { access_token }) })
const keysOf = ({ server }: TestApi): Keys => server.context.keys

/** Lets the round of a process work until nothing is left of other keys. */
async function finish(api: TestApi): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    // A round of its own knows nothing of those before it.
    await rekeying(api.server.context)()
    const { first, id: current } = keysOf(api)
    const left = await Promise.all(
      places.map((place) =>
        listOlder(api.server.context.db, place, { first, current, after: null, count: 1 }),
      ),
    )
    if (left.every((rows) => rows.length === 0)) return
  }
  throw new Error('It does not come to an end')
}

/** Everything that is encrypted, opened with these keys, and the names beside it. */
async function readAll(keys: Keys): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const place of places) {
    const columns = [...(place.columns ?? []), ...(place.name ? [place.name] : [])]
    const rows = await db.query<{ id: string; encrypted: Buffer }>(
      `select ${place.id}::text as id, ${[`${place.encrypted} as encrypted`, ...columns].join(', ')} from ${place.table}
       where ${place.encrypted} is not null order by 1`,
    )
    all[place.table] = rows.map((row) => `${row.id} ${keys.decrypt(place.purpose(row), row.encrypted)}`)
  }
  return all
}

/** One more row in each place, as a process writes it. */
async function writeEverywhere({ server: { context } }: TestApi): Promise<void> {
  const { keys } = context
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  const [session] = await db.query<{ id: string; user_id: string }>(
    `select id, user_id from sessions s where not exists (select from push_subscriptions p where p.session_id = s.id)
     order by created_at limit 1`,
  )
  const endpoint = `https://push.example/${randomUUID()}`
  await context.transact((tx) =>
    recordSubscription(tx, {
      session_id: session!.id,
      user_id: session!.user_id,
      endpoint_names: keys.namesOf('push', endpoint),
      encrypted: keys.encrypt('push', JSON.stringify({ endpoint, keys: {} })),
      shows_amounts: false,
      at: context.now(),
    }),
  )
  const name = randomBytes(16).toString('hex')
  await client.query(
    `insert into buyback_photos (buyback_id, line, position, name, encrypted_key, taken_by, taken_at)
     values ($1, 1, 1, $2, $3, $4, now())`,
    [randomUUID(), name, keys.encrypt(`private file ${name}`, 'the key of a photograph'), randomUUID()],
  )
  await client.query(
    `insert into private_files (name, object, user_id, purpose, encrypted_key, created_at) values ($1, $1, $2, 'kyc', $3, now())`,
    [name, session!.user_id, keys.encrypt(`private file ${name}`, 'the key of a picture')],
  )
  const batch = randomUUID()
  await client.query(
    `insert into payout_batches (id, number, value_date, transfers, total, encrypted_file, sha256, exported_by, exported_at)
     values ($1, $2, '2026-11-25', 1, 1, $3, sha256('x'), $4, now())`,
    [batch, batch.slice(0, 8), keys.encrypt(`payout file ${batch}`, 'a file for the bank'), randomUUID()],
  )
  await client.end()
  await enqueueMessage(context, context.db, {
    to: 'nobody@example.jp',
    template: 'reset_code_mail',
    data: { code: '123456' },
    dedupe_key: randomUUID(),
  })
}

/** A member of their own, with the password of the cast. */
let count = 0
async function member(api: TestApi): Promise<Caller> {
  count += 1
  const [id, username] = [randomUUID(), `keyed${String(count).padStart(3, '0')}`]
  await db.query(
    `insert into users (id, username, email, phone_number, password_hash, type, verified, terms_version, last_name_kana,
       first_name_kana)
     select $1, $2, $2 || '@example.com', $3, $4, 'customer', true, terms_version, 'カリ', 'イチロウ'
     from users where username = 'hanako'`,
    [
      id,
      username,
      `+819000007${String(count).padStart(3, '0')}`,
      await hashPassword(castPassword, keysOf(before).pepper),
    ],
  )
  await db.query('select ledger.open_wallet($1)', [id])
  const answer = await logIn(api, username)
  if (!('token' in answer)) throw new Error(`${username} is asked for a code`)
  return caller({ url: api.url, user_id: id, ...answer.token })
}
const logIn = ({ nobody }: TestApi, credential: string) =>
  nobody.get('auth.login', {
    body: { credential, password: castPassword },
    headers: { 'X-Client-Type': 'api' },
  })
const hashOf = async (username: string): Promise<string> =>
  (
    await db.query<{ hash: string }>('select password_hash as hash from users where username = $1', [
      username,
    ])
  )[0]!.hash

test('every encrypted column of the database is written anew with another key, and every other one of bytes is known', async () => {
  const rows = await db.query<{ place: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as place
     from information_schema.columns where data_type = 'bytea' and table_schema in ('public', 'ledger') order by 1`,
  )
  const found = rows.map(({ place }) => place)
  const encrypted = places.map(({ table, encrypted: column }) => `${table}.${column}`)
  /** With a key, and over within a day: they count under each key that is given. */
  const shortLived = [
    'ledger.pay_codes.code_hash',
    'ledger.pay_codes.token_hash',
    'counter_codes.code_hash',
    'counter_codes.token_hash',
    'kyc_visits.code_hash',
    'kyc_visits.token_hash',
    'handoffs.token_hash',
    'pins.pin_hash',
  ]
  /** Random values, hashes of random values and of documents: no key is in them. */
  const keyless = [
    'buybacks.request_hash',
    'email_undos.code_hash',
    'ledger.confirmations.digest',
    'ledger.day_closes.hash',
    'ledger.day_closes.previous_hash',
    'ledger.idempotency.request_hash',
    'ledger.chain_blocks.hash',
    'ledger.chain_blocks.previous_hash',
    'login_flows.secret_hash',
    'passkey_challenges.challenge_hash',
    'passkeys.public_key',
    'payout_batches.sha256',
    'payout_results.sha256',
    'payout_stop_codes.code_hash',
    'register_devices.key_hash',
    'reset_flows.secret_hash',
    'sessions.salt',
    'socket_io_attachments.payload',
    'staff_invitations.code_hash',
    'store_assertions.jti_hash',
  ]
  expect(found.toSorted()).toEqual([...encrypted, ...shortLived, ...keyless].toSorted())
})

describe('keys', () => {
  const [one, two] = [randomBytes(48), randomBytes(48)]
  const first = { first: idOfKey(one), peppers: new Map() }
  const [a, ab, ba, b] = [
    deriveKeys(one, [], first),
    deriveKeys(one, [two], first),
    deriveKeys(two, [one], first),
    deriveKeys(two, [], first),
  ]

  test('make under the first one what they always made, and say their id under every other', () => {
    const installation = deriveKeys(bytesOf(old))
    expect(installation.nameOf('login', 'hanako')).toBe(keysOf(before).nameOf('login', 'hanako'))
    expect(installation.nameOf('login', 'hanako')).toMatch(/^[\w-]{22}$/)
    expect(a.encrypt('x', 'text')).toHaveLength(12 + 4 + 16)
    expect(a.pepper.mark).toBe('')
    expect(ba.nameOf('login', 'hanako')).toMatch(new RegExp(`^${ba.id}\\.[\\w-]{22}$`))
    expect(ba.encrypt('x', 'text').subarray(0, 8)).toEqual(
      Buffer.from(`sk1:${String.fromCharCode(...bytesOf(ba.id))}`, 'latin1'),
    )
    expect(ba.id).toMatch(/^[0-9a-f]{8}$/)
    expect(one.toString('hex')).not.toContain(a.id)
  })

  test('open what any of those given has encrypted, and say so where it is another', () => {
    for (const made of [a, ab, ba]) {
      const encrypted = made.encrypt('x', 'あ')
      for (const read of [ab, ba]) expect(read.decrypt('x', encrypted)).toBe('あ')
      expect(() => ab.decrypt('y', encrypted)).toThrow('unable to authenticate')
    }
    expect(b.decrypt('x', ba.encrypt('x', 'あ'))).toBe('あ')
    expect(() => b.decrypt('x', a.encrypt('x', 'あ'))).toThrow(`the secret key ${a.id}, which is not given`)
    expect(() => a.decrypt('x', b.encrypt('x', 'あ'))).toThrow(`the secret key ${b.id}, which is not given`)
  })

  test('open a first value that begins by chance like one with an id', () => {
    let unlucky = a.encrypt('x', 'あ')
    // The nonce is chosen here, so that it reads as the mark and the id of another key.
    const { createCipheriv } = process.getBuiltinModule('node:crypto')
    const { hkdfSync } = process.getBuiltinModule('node:crypto')
    const key = Buffer.from(hkdfSync('sha256', one, 'shirogane', 'sealed texts v1', 32))
    for (const id of [b.id, 'ffffffff']) {
      const nonce = Buffer.concat([Buffer.from('sk1:'), bytesOf(id), randomBytes(4)])
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('x'))
      unlucky = Buffer.concat([nonce, cipher.update('あ', 'utf8'), cipher.final(), cipher.getAuthTag()])
      for (const keys of [a, ab, ba]) expect(keys.decrypt('x', unlucky)).toBe('あ')
    }
  })

  test('know a password by the pepper of any of them, and of one that is kept', async () => {
    const [early, late] = [await hashPassword('silver', a.pepper), await hashPassword('silver', ba.pepper)]
    expect([early, late]).toEqual([
      expect.stringMatching(/^\$argon2id\$/),
      expect.stringMatching(new RegExp(`^${b.id}\\$argon2id\\$`)),
    ])
    const kept = deriveKeys(two, [], { ...first, peppers: new Map([[a.id, a.pepper.current]]) })
    for (const { pepper } of [ab, ba, kept]) {
      expect(await verifyPassword(early, 'silver', pepper)).toBe(true)
      expect(await verifyPassword(late, 'silver', pepper)).toBe(true)
      expect(await verifyPassword(early, 'gold', pepper)).toBe(false)
    }
    expect(await verifyPassword(early, 'silver', b.pepper)).toBe(false)
    expect(await verifyPassword(late, 'silver', a.pepper)).toBe(false)
  })
})

describe('while the key changes', () => {
  test('a code that one process showed is paid with at another, before and after the swap', async () => {
    const [hanako, clerk] = [await before.as('hanako'), await before.as('clerk')]
    for (const [showing, paying] of [
      [before, ready],
      [before, swapped],
      [ready, swapped],
      [swapped, ready],
    ] as const) {
      for (const what of ['token', 'code'] as const) {
        const { [what]: shown } = await at(showing, hanako).get('users.token')
        const body = { token: shown, amount: 1_000, tenders: { cash: 1_000 } }
        const headers = { 'Idempotency-Key': randomUUID() }
        expect((await at(paying, clerk).call('transactions.pay', { body, headers })).status).toBe(200)
      }
    }
    const { token } = await at(before, hanako).get('users.token')
    const body = { token, amount: 1_000, tenders: { cash: 1_000 } }
    const headers = { 'Idempotency-Key': randomUUID() }
    expect((await at(swapped, clerk).call('transactions.pay', { body, headers })).status).toBe(200)
    // The answer was lost, and the register asks another process.
    expect((await at(before, clerk).call('transactions.pay', { body, headers })).status).toBe(200)
    const again = { body, headers: { 'Idempotency-Key': randomUUID() } }
    expect(await at(swapped, clerk).refused('transactions.pay', again)).toMatchObject({
      code: 'QR_ALREADY_USED',
    })
    await sell(at(swapped, clerk), at(swapped, hanako), { amount: 1_000, tenders: { cash: 1_000 } })
  })

  test('a way back that was begun before it ends after it, and one code a minute goes to one number', async () => {
    const way = await before.nobody.call('auth.sendReset', { body: { credential: 'kyoko' } })
    const headers = { Cookie: `reset=${way.cookies['reset']}` }
    const soon = await swapped.nobody.call('auth.sendReset', { body: { credential: 'kyoko' }, headers })
    expect(soon.status).toBe(200)
    const [codes] = await db.query<{ n: number }>(
      `select count(*)::int as n from pins where purpose = 'reset_password'`,
    )
    expect(codes?.n).toBe(1)
    const pin = await codeFor(before, '+819000000003')
    expect((await swapped.nobody.call('auth.checkReset', { body: { pin }, headers })).status).toBe(200)
    const done = await ready.nobody.call('auth.resetPassword', {
      body: { password: 'yuki-no-wa-pendant' },
      headers,
    })
    expect(done.status).toBe(200)
  })

  test('a ticket of one process counts at the others', async () => {
    for (const [giving, asking] of [
      [before, swapped],
      [swapped, ready],
    ] as const) {
      const { cookies } = await giving.nobody.call('auth.ticket')
      const free = await asking.nobody.call('users.isUsernameAvailable', {
        query: { username: 'nobodyyet' },
        headers: { Cookie: `ticket=${cookies['ticket']}` },
      })
      expect(free.status).toBe(200)
    }
  })

  test('nobody is logged out: a session goes on at every process, whichever gave it its secret', async () => {
    const hanako: Browser = await openBrowser(before.url, 'hanako')
    for (const process of [ready, swapped, ready, swapped, swapped]) {
      hanako.url = process.url
      expect((await hanako.call('users.me')).status).toBe(200)
      const anew = await hanako.call('auth.refreshToken', { headers: { 'X-Requested-By': 'app' } })
      expect(anew.status).toBe(200)
    }
  })

  test('a password is hashed anew when it is typed, and until then its pepper is enough', async () => {
    await member(before)
    const [typed, waiting] = ['keyed001', 'yoko']
    expect(await hashOf(typed)).toMatch(/^\$/)
    await logIn(swapped, typed)
    expect(await hashOf(typed)).toMatch(new RegExp(`^${keysOf(swapped).id}\\$argon2id`))
    await logIn(ready, typed)
    expect(await hashOf(typed)).toMatch(/^\$argon2id/)
    await logIn(swapped, typed)
    expect(await hashOf(waiting)).toMatch(/^\$/)
  })

  test('so is the PIN of somebody of the staff', async () => {
    const [clerk] = await db.query<{ user_id: string; number: string; store_id: string }>(
      `select e.user_id, e.number, e.store_id from employees e join users u on u.id = e.user_id
       where u.id = $1`,
      [(await before.as('clerk')).user_id],
    )
    const setPin = async (hash: string) =>
      db.query('update employees set pin_hash = $2 where user_id = $1', [clerk!.user_id, hash])
    await setPin(await hashPassword('274913', keysOf(before).pepper))
    const employee = {
      id: clerk!.user_id,
      number: clerk!.number,
      name: '',
      type: 'clerk',
      store_id: clerk!.store_id,
      device: null,
    } as const
    const actor = { user_id: clerk!.user_id, session_id: randomUUID(), role: 'clerk', employee } as never
    const shown = { employee_id: clerk!.number, pin: '274913' }
    await checkStaffPin(swapped.server.context, actor, shown)
    const [row] = await db.query<{ pin_hash: string }>('select pin_hash from employees where user_id = $1', [
      clerk!.user_id,
    ])
    expect(row!.pin_hash).toMatch(new RegExp(`^${keysOf(swapped).id}\\$`))
    await checkStaffPin(ready.server.context, actor, shown)
    await expect(
      checkStaffPin(swapped.server.context, actor, { ...shown, pin: '274914' }),
    ).rejects.toMatchObject({ code: 'STAFF_PIN_INVALID' })
  })

  test('two people at most have one bank account, and one has it once, whichever processes they ask at once', async () => {
    for (const [left, right] of [
      [before, ready],
      [ready, swapped],
      [swapped, ready],
    ] as const) {
      const people = await Promise.all(Array.from({ length: 6 }, () => member(before)))
      const data = await accountOf(before, people[0]!)
      for (const who of people) await proveAccount(before, who, data)
      const asks = people.flatMap((who, index) =>
        [left, right].map((api) =>
          at(index % 2 === 0 ? api : api === left ? right : left, who).call('payoutMethods.create', {
            body: { type: 'bank', data },
          }),
        ),
      )
      const statuses = (await Promise.all(asks)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(2)
      const held = await db.query(
        `select distinct payout_method_id from payout_account_names where name = any ($1)`,
        [keysOf(swapped).namesOf('bank account', ['9999', '001', 'ordinary', data.account_number].join('-'))],
      )
      expect(held).toHaveLength(2)
    }
  })

  test('the database itself lets no third person have an account, under whichever name it is written', async () => {
    const [who, other] = [await member(before), await member(before)]
    const { id } = await addAccount(before, who)
    const [row] = await db.query<{ account_key: string }>(
      'select account_key from payout_methods where id = $1',
      [id],
    )
    const copy = (user_id: string, key: string, others: string[], seat: number) =>
      db.query(
        `insert into payout_methods (id, user_id, bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number,
           last3, account_key, other_keys, seat, account_name_kana, is_default, created_at, changed_at, usable_from)
         select gen_random_uuid(), $2, bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number, last3, $3,
           $4, $5, account_name_kana, $2 <> user_id, created_at, changed_at, usable_from from payout_methods where id = $1`,
        [id, user_id, key, others, seat],
      )
    const named = `${keysOf(swapped).id}.${'n'.repeat(22)}`
    await expect(copy(other.user_id, named, [row!.account_key], 1)).rejects.toMatchObject({
      constraint: 'payout_account_names_shared',
    })
    await expect(copy(who.user_id, named, [row!.account_key], 2)).rejects.toMatchObject({
      constraint: 'payout_account_names_same',
    })
    await copy(other.user_id, named, [row!.account_key], 2)
    // Its number is encrypted for another row: nothing could read it.
    await db.query('delete from payout_methods where user_id = $1', [other.user_id])
  })

  test('one device is one person’s, whichever processes two of them ask at once', async () => {
    const [one, two] = await db.query<{ id: string; user_id: string }>(
      `select id, user_id from sessions order by created_at limit 2`,
    )
    const endpoint = `https://push.example/${randomUUID()}`
    const subscribe = ({ server: { context } }: TestApi, session: { id: string; user_id: string }) =>
      context.transact((tx) =>
        recordSubscription(tx, {
          session_id: session.id,
          user_id: session.user_id,
          endpoint_names: context.keys.namesOf('push', endpoint),
          encrypted: context.keys.encrypt('push', JSON.stringify({ endpoint })),
          shows_amounts: false,
          at: context.now(),
        }),
      )
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([subscribe(ready, one!), subscribe(swapped, two!)])
      const rows = await db.query(
        'select session_id from push_subscriptions where endpoint_name = any ($1)',
        [keysOf(swapped).namesOf('push', endpoint)],
      )
      expect(rows).toHaveLength(1)
    }
    await db.query('delete from push_subscriptions')
  })
})

describe('what is kept', () => {
  test('is written anew in every place and reads the same with the new key alone', async () => {
    await writeEverywhere(before)
    await writeEverywhere(swapped)
    // The peppers that are kept here come about by the change itself.
    const { secret_keys: _, ...written } = await readAll(keysOf(swapped))
    for (const [table, rows] of Object.entries(written)) expect(rows, table).not.toHaveLength(0)
    expect(await readAll(keysOf(ready))).toMatchObject(written)

    await finish(swapped)
    const { keys: alone, trouble } = await openKeys(swapped.server.context.db, {
      secretKey: bytesOf(next),
      previousSecretKeys: [],
    })
    expect(trouble).toBeNull()
    expect(await readAll(keysOf(swapped))).toMatchObject(written)
    const { secret_keys: peppers, ...rest } = await readAll(alone)
    expect(rest).toEqual(written)
    expect(peppers).toHaveLength(1)
    // Names are made of what was encrypted, and are those that the key makes by itself.
    for (const place of places) {
      if (!place.name || !place.names) continue
      const rows = await db.query<{ id: string; encrypted: Buffer; name: string }>(
        `select *, ${place.id}::text as id, ${place.encrypted} as encrypted, ${place.name} as name from ${place.table}
         where ${place.encrypted} is not null`,
      )
      for (const row of rows)
        expect(row.name).toBe(place.names(alone, alone.decrypt(place.purpose(row), row.encrypted), row)[0])
    }
  })
  test('passwords that nobody has typed since are good with the new key alone', async () => {
    const only = await startApi({ db, env: { SECRET_KEY: next } })
    await logIn(only, 'yoko')
    expect(await hashOf('yoko')).toMatch(new RegExp(`^${keysOf(only).id}\\$argon2id`))
    await only.close()
  })

  test('a round that is torn is taken up by the next one', async () => {
    const { context } = ready.server
    for (let n = 0; n < 60; n += 1)
      await enqueueMessage(context, context.db, {
        to: `torn${n}@example.jp`,
        template: 'reset_code_mail',
        data: { code: '123456' },
        dedupe_key: randomUUID(),
      })
    const torn = {
      ...swapped.server.context,
      pool: {
        connect: async () => {
          const client = await swapped.server.context.pool.connect()
          const query = client.query.bind(client)
          let batches = 0
          const tearing = async (ask: { text: string }) => {
            if (ask.text?.startsWith('update messages') && (batches += 1) > 0) {
              const { rows } = await query('select pg_backend_pid() as pid')
              await db.query('select pg_terminate_backend($1)', [rows[0].pid])
            }
            return query(ask)
          }
          return Object.assign(Object.create(client), {
            query: tearing,
            release: (error?: Error) => client.release(error),
          })
        },
      },
    } as never
    await expect(rekeying(torn)()).rejects.toThrow(/terminat|not queryable|ECONNRESET/i)
    await finish(swapped)
    const texts = (await readAll(keysOf(swapped)))['messages']!
    for (let n = 0; n < 60; n += 1) expect(texts.join('\n')).toContain(`torn${n}@example.jp`)
  })

  test('what somebody changes meanwhile is not overwritten', async () => {
    const { context } = swapped.server
    const methods = places.find(({ table }) => table === 'payout_methods')!
    const who = await member(ready)
    const { id } = await addAccount(ready, who, { account_number: '0000111' })
    const { first, id: current } = context.keys
    const older = (await listOlder(context.db, methods, { first, current, after: null, count: 500 })).filter(
      (row) => row.id === id,
    )
    expect(older).toHaveLength(1)
    const anew = older.map((row) => ({
      id: row.id,
      before: row.encrypted,
      encrypted: context.keys.encrypt(methods.purpose(row), '0000111'),
      names: ['x'],
    }))
    const data = await accountOf(ready, who, { account_number: '0000222' })
    await proveAccount(ready, who, data)
    await at(ready, who).get('payoutMethods.update', { params: { id }, body: { type: 'bank', data } })
    expect(await writeAnew(context.db, methods, anew)).toBe(0)

    // And where it is changed in the very moment: the round waits for it, and sees that it is another.
    const changing = new pg.Client({ connectionString: db.url })
    await changing.connect()
    await changing.query('begin')
    const [row] = (
      await changing.query<{ encrypted: Buffer }>(
        'select encrypted_number as encrypted from payout_methods where id = $1 for update',
        [id],
      )
    ).rows
    const race = writeAnew(context.db, methods, [{ ...anew[0]!, before: row!.encrypted }])
    const newest = keysOf(ready).encrypt(methods.purpose({ id } as never), '0000333')
    await changing.query('update payout_methods set encrypted_number = $2 where id = $1', [id, newest])
    await changing.query('commit')
    await changing.end()
    expect(await race).toBe(0)
    await finish(swapped)
    expect((await readAll(keysOf(swapped)))['payout_methods']).toContain(`${id} 0000333`)
  })

  test('no row that stays changes by it but in what is encrypted, and that only for the same again', async () => {
    const [batch] = await db.query<{ id: string }>('select id from payout_batches limit 1')
    const [payout] = await db.query<{ id: string }>('select id from payouts limit 1')
    const app = (text: string, id: string) => swapped.server.context.db.run(text, [id])
    await expect(app('update payout_batches set total = total + 1 where id = $1', batch!.id)).rejects.toThrow(
      'permission denied',
    )
    await expect(app('update payouts set amount = amount + 1 where id = $1', payout!.id)).rejects.toThrow(
      'permission denied',
    )
    await expect(
      app(`update payout_batches set encrypted_file = encrypted_file || 'more' where id = $1`, batch!.id),
    ).rejects.toThrow('never changed')
    await expect(
      app(`update payouts set encrypted_account = encrypted_account || 'more' where id = $1`, payout!.id),
    ).rejects.toThrow('does not become')
    for (const text of [
      `update payout_batches set encrypted_file = encrypted_file || 'moremore', total = total + 1`,
      `update buyback_photos set encrypted_key = encrypted_key || 'moremore', position = 2`,
      `update payouts set encrypted_account = encrypted_account || 'moremore', amount = amount + 1`,
      `update payouts set account_key = 'another'`,
    ])
      await expect(db.query(text), text).rejects.toThrow(/never changed|does not become/)
  })

  test('the process with an older key leaves what the newer one has written', async () => {
    await finish(swapped)
    expect(await rekeying(ready.server.context)()).toBe(0)
    expect((await readAll(keysOf(swapped)))['payout_methods']!.length).toBeGreaterThan(0)
  })
})

describe('when a key may go', () => {
  const config = { sessionSecrets: { current: bytesOf(next), others: [bytesOf(old)] } }
  const statusOf = async (when: Date, on: Db = swapped.server.context.db) =>
    (await keyStatus(on, keysOf(swapped), config, when)).find(({ id }) => id === idOfKey(bytesOf(old)))!

  test('is said by what still needs it', async () => {
    // Read before it is committed: the rounds of the other process take it as soon as they see it.
    const withMessage = await ready.server.context.transact(async (tx) => {
      await enqueueMessage(ready.server.context, tx, {
        to: 'late@example.jp',
        template: 'reset_code_mail',
        data: { code: '123456' },
        dedupe_key: randomUUID(),
      })
      return statusOf(new Date(), tx)
    })
    await at(ready, await ready.as('hanako')).get('users.token')
    expect(withMessage).toMatchObject({ may_go: false, encrypted: { messages: 1 } })
    await finish(swapped)
    const soon = await statusOf(new Date())
    expect(soon).toMatchObject({ may_go: false, encrypted: {} })
    expect(soon.codes).toBeGreaterThan(0)
    expect(soon.sessions).toBeGreaterThan(0)
    expect(soon.passwords).toBeGreaterThan(0)
    // In a month no session is left that was not refreshed meanwhile.
    expect(await statusOf(new Date(Date.now() + 40 * 86_400_000))).toMatchObject({
      may_go: true,
      codes: 0,
      sessions: 0,
    })
  })

  test('without it a start says in one sentence which one is missing', async () => {
    const given = { secretKey: bytesOf(next), previousSecretKeys: [] }
    const look = async () => (await openKeys(swapped.server.context.db, given)).trouble
    await finish(swapped)
    expect(await look()).toBeNull()
    await enqueueMessage(ready.server.context, ready.server.context.db, {
      to: 'late@example.jp',
      template: 'reset_code_mail',
      data: { code: '123456' },
      dedupe_key: randomUUID(),
    })
    expect(await look()).toContain(`name the secret key ${idOfKey(bytesOf(old))}, which is not given`)
    const other = await openKeys(swapped.server.context.db, {
      secretKey: randomBytes(48),
      previousSecretKeys: [],
    })
    expect(other.trouble).toContain(`${idOfKey(bytesOf(next))} and ${idOfKey(bytesOf(old))}`)
  })

  test('an installation that never changed its key refuses another one, in production', async () => {
    const fresh = await database()
    const config = { ...testConfig(fresh.serviceUrl), production: true, demo: false }
    await fresh.query(`delete from settings where key = 'demo'`)
    await expect(startServer({ ...config, secretKey: randomBytes(48) })).rejects.toThrow(
      'written with another secret key than those given',
    )
    const server = await startServer(config)
    await server.close()
    await expect(startServer({ ...config, secretKey: randomBytes(48) })).rejects.toThrow(
      `name the secret key ${idOfKey(config.secretKey)}, which is not given`,
    )
    // A database from before there were ids, whose key is being changed at the same time.
    await fresh.query('delete from secret_keys')
    const client = new pg.Client({ connectionString: fresh.url })
    await client.connect()
    const { keys } = await openKeys(dbOf(client), {
      secretKey: randomBytes(48),
      previousSecretKeys: [config.secretKey],
    })
    expect(keys.first).toBe(idOfKey(config.secretKey))
    await client.end()
    await fresh.close()
  })

  test('of two keys the one that a process started with last is the newest, and says when the other was used', async () => {
    const { db: installation } = swapped.server.context
    const read = () =>
      db.query<{ id: string; used_at: Date }>('select id, used_at from secret_keys order by started_at desc')
    const [newest, older] = await read()
    expect(newest!.id).toBe(idOfKey(bytesOf(next)))
    await recordStart(installation, newest!.id)
    expect((await read())[1]!.used_at).toEqual(older!.used_at)
    await recordStart(installation, older!.id)
    expect((await read())[0]!.id).toBe(older!.id)
    await recordStart(installation, newest!.id)
    expect((await read()).map(({ id }) => id)).toEqual([newest!.id, older!.id])
  })
})
