import { randomBytes } from 'node:crypto'
import { database, type TestDatabase, testConfig } from '@shirogane/testkit/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../config/environment.ts'
import { type RunningServer, startServer } from '../main.ts'
import { refuseOutdated } from './migrate.ts'
import { admitService, findTooManyRights } from './service-role.ts'
import { dbOf } from './sql.ts'

const production = (url: string) => ({ ...testConfig(url), production: true, demo: false })

const refusalOf = (client: pg.ClientBase, statement: string): Promise<string> =>
  client.query(statement).then(
    () => `went through: ${statement}`,
    (error: Error) => error.message,
  )

describe('whoever slips a statement into a server in production', () => {
  let data: TestDatabase
  let server: RunningServer
  let client: pg.PoolClient
  let owner = ''
  beforeAll(async () => {
    data = await database()
    await data.query(`delete from settings where key = 'demo'`)
    owner = (await data.query<{ owner: string }>('select current_user as owner'))[0]!.owner
    server = await startServer(production(data.serviceUrl))
    client = await server.context.pool.connect()
  })
  afterAll(async () => {
    client.release()
    await server.close()
    await data.close()
  })

  const ways = ['select 1', 'reset role', 'set role none', 'reset all', 'set session authorization default']
  test.each(ways)('owns nothing, even after "%s"', async (way) => {
    await client.query(way)
    for (const statement of [
      'alter table ledger.transfers disable trigger all',
      'update ledger.movements set kind = kind',
      'insert into ledger.transfers select * from ledger.transfers limit 1',
      'truncate ledger.transfers',
      'alter table ledger.wallets drop constraint wallets_not_negative',
      `create function public.mine() returns int language sql as 'select 1'`,
      `create or replace function ledger.now() returns timestamptz language sql as 'select now()'`,
      'drop function ledger.audit()',
      'create schema mine',
      'create extension pg_stat_statements',
      `copy (select 1) to program 'cat'`,
      `copy (select 1) to '/tmp/shirogane-taken'`,
      `select pg_read_file('/etc/passwd')`,
      'select rolpassword from pg_authid',
      'set session_replication_role = replica',
      'create role mine',
      `alter role ${owner} password 'mine'`,
      'alter role current_user superuser',
      'alter role session_user superuser',
      `set role ${owner}`,
      'set role pg_read_all_data',
      `set session authorization ${owner}`,
      `grant ${owner} to shirogane_app`,
      `alter database ${new URL(data.url).pathname.slice(1)} set session_replication_role = replica`,
    ]) {
      expect(await refusalOf(client, statement), statement).toMatch(
        /permission denied|must be (owner|able)|Only roles with/i,
      )
    }
    await client.query('set role shirogane_app')
  })

  test('cannot even read once the application is left behind', async () => {
    await client.query('set role none')
    for (const statement of ['select from users', 'select from ledger.wallets', 'select ledger.now()'])
      expect(await refusalOf(client, statement)).toMatch(/permission denied/)
    await client.query('reset role')
    expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'shirogane_app' }])
  })

  test('is signed in on every connection as the service', async () => {
    const users = await data.query(
      `select distinct usename as name from pg_stat_activity
       where datname = current_database() and (application_name like 'shirogane%' or application_name = '')
         and usename <> current_user`,
    )
    const others = await data.query(
      `select application_name from pg_stat_activity
       where datname = current_database() and application_name like 'shirogane%' and usename = current_user`,
    )
    expect(users).toEqual([{ name: 'shirogane_test_service' }])
    expect(others).toEqual([])
  })
})

describe('a start in production', () => {
  let data: TestDatabase
  beforeAll(async () => {
    data = await database()
    await data.query(`delete from settings where key = 'demo'`)
  })
  afterAll(() => data.close())

  test('refuses the owner of the database in one sentence that says what to do', async () => {
    const start = startServer(production(data.url))
    await expect(start).rejects.toThrow(ConfigError)
    await expect(start).rejects.toThrow(
      /^DATABASE_URL signs in as \w+, who is a superuser, and so could .*: let it name a user of the service alone, .*DATABASE_OWNER_URL.*"npm run db:migrate".*\.$/,
    )
    await expect(start).rejects.not.toThrow(/:[^ ]*@/)
  })

  const made: string[] = []
  afterAll(async () => {
    for (const name of made) await data.query(`drop owned by ${name}; drop role ${name}`)
  })
  /** A user who may become the application, with the further rights that the test gives them. */
  async function userWith(...statements: string[]): Promise<pg.Client> {
    const name = `test_${randomBytes(6).toString('hex')}`
    const url = Object.assign(new URL(data.serviceUrl), { username: name }).href
    made.push(name)
    await admitService(data.url, url)
    for (const statement of statements) await data.query(statement.replaceAll('USER', name))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }

  test.each([
    ['nothing more', [], null],
    ['making roles', ['alter role USER createrole'], /may create roles/],
    ['making databases', ['alter role USER createdb'], /may create roles or databases/],
    ['passing by the security of rows', ['alter role USER bypassrls'], /pass by the security of rows/],
    ['a table', ['create table USER ()', 'alter table USER owner to USER'], /owns what is in it/],
    ['a right on a table', ['grant update on ledger.wallets to USER'], /was given rights of its own/],
    ['a right on a column', ['grant update (kind) on ledger.movements to USER'], /rights of its own/],
    [
      'making schemas',
      [`do $$ begin execute 'grant create on database ' || current_database() || ' to USER'; end $$`],
      /may create schemas/,
    ],
    ['another role', ['grant pg_read_all_data to USER'], /may become pg_read_all_data/],
    [
      'the application’s rights under another name',
      ['grant shirogane_app to USER with inherit true'],
      /without becoming/,
    ],
  ] as const)('knows a user with %s', async (_, statements, sentence) => {
    const client = await userWith(...statements)
    const found = await findTooManyRights(dbOf(client))
    await client.end()
    if (sentence === null) expect(found).toBeNull()
    else expect(found).toMatch(sentence)
  })
})

describe('the service’s user', () => {
  let data: TestDatabase
  const name = `test_${randomBytes(6).toString('hex')}`
  let url = ''
  beforeAll(async () => {
    data = await database()
    url = Object.assign(new URL(data.serviceUrl), { username: name, password: 'ぎん%20%24%27%5C%22' }).href
  })
  afterAll(async () => {
    await data.query(`drop role if exists ${name}`)
    await data.close()
  })
  const standing = () =>
    data.query(
      `select r.rolcanlogin, r.rolinherit, m.inherit_option,
         (select count(*) from pg_auth_members where member = r.oid) as memberships
       from pg_roles r join pg_auth_members m on m.member = r.oid where r.rolname = $1`,
      [name],
    )
  const expected = [{ rolcanlogin: true, rolinherit: false, inherit_option: false, memberships: 1 }]

  test('is made with the password of its address, once, by several that start together', async () => {
    await Promise.all([1, 2, 3].map(() => admitService(data.url, url)))
    await refuseOutdated(url)
    expect(await standing()).toEqual(expected)
    await expect(refuseOutdated(url.replace('%20', ''))).rejects.toThrow(/password authentication failed/)
  })

  test('gets the newer password of its address, also where it was made without one', async () => {
    for (const before of [`password 'an-older-one'`, 'password null']) {
      await data.query(`alter role ${name} ${before}`)
      await expect(refuseOutdated(url)).rejects.toThrow(/password authentication failed/)
      await admitService(data.url, url)
      await refuseOutdated(url)
    }
  })

  test('is set right where somebody made it by hand', async () => {
    await data.query(`alter role ${name} inherit; grant shirogane_app to ${name} with inherit true`)
    await admitService(data.url, url)
    expect(await standing()).toEqual(expected)
  })

  test('is no user who may do more: that one is left as it is', async () => {
    await data.query(`revoke shirogane_app from ${name}; alter role ${name} createdb inherit`)
    await admitService(data.url, url)
    expect(await standing()).toEqual([])
    await expect(refuseOutdated(url)).rejects.toThrow(/permission denied to set role/)
  })
})

describe('a database that is not of this version', () => {
  let data: TestDatabase
  beforeAll(async () => {
    data = await database()
  })
  afterAll(() => data.close())

  test('is refused by the service, which may not change it', async () => {
    await refuseOutdated(data.serviceUrl)
    await data.query(`update schema_migrations set hash = 'x' where name = 'functions'`)
    await expect(refuseOutdated(data.serviceUrl)).rejects.toThrow(
      'The database is not of this version yet (functions): run "npm run db:migrate" with DATABASE_OWNER_URL first.',
    )
    const empty = await database({ isEmpty: true })
    await expect(refuseOutdated(empty.serviceUrl)).rejects.toThrow('(it is empty)')
    await empty.close()
  })
})
