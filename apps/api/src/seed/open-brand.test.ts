import { randomUUID } from 'node:crypto'
import { comeIn, type LetIn, letInOf, proveStaff, takeOn } from '@shirogane/testkit/acts/let-in'
import { database, type TestDatabase, testConfig } from '@shirogane/testkit/database'
import { newcomer, registrationForm, sendRegistration } from '@shirogane/testkit/acts/newcomer'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { admitService } from '../db/service-role.ts'
import { openLog } from '../log.ts'
import { inviteFirstOwner, openBrand } from './open-brand.ts'
import { seed } from './seed.ts'

const env = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://gin.example.jp',
  RATE_LIMITS: 'on',
  CHECK_ANSWERS: 'on',
}
const hanako = { name: '山田 花子', email: 'hanako@gin.example.jp' }

let db: TestDatabase
beforeEach(async () => {
  db = await database({ isEmpty: true })
  await migrate(db.url)
  await admitService(db.url, db.serviceUrl)
})
afterEach(() => db.close())

const open = (owner = hanako) => openBrand(db.url, testConfig(db.serviceUrl, env), owner)
const again = () => inviteFirstOwner(db.url, testConfig(db.serviceUrl, env))
const countOf = async (what: string) =>
  (await db.query<{ n: number }>(`select count(*)::int as n from ${what}`))[0]?.n

/** A phone of a range that carriers have numbers of: production takes no other. */
const phone_number = '09012345678'

test('a brand that was opened serves from its first owner to the first sale to a member', async () => {
  const { wayIn } = await open()
  expect(wayIn).toMatchObject({
    number: 'E0001',
    url: `https://gin.example.jp/auth/forgot?step=staff#${wayIn?.code}`,
  })
  const api = await startApi({ db, env })
  try {
    const owner = await comeIn(api, 'E0001', wayIn!.code)
    expect((await owner.get('users.me')).employee).toMatchObject({ number: 'E0001', type: 'owner' })
    // No one let the first owner in, and no one has to vouch for them.
    expect(await letInOf(owner, owner)).toBeNull()
    expect(await api.nobody.refused('auth.staffInvitation', { body: { code: wayIn!.code } })).toMatchObject({
      code: 'STAFF_INVITATION_INVALID',
    })

    const shop = await makeShop(owner)
    const clerk = await takeOn(api, owner, 'register', shop.id)
    const member = await newcomer(api, { phone_number })
    expect(await member.get('users.me')).toMatchObject({ agree_to_tos: true, level: { name: 'なしじ' } })
    expect(
      await db.query(`select slug, version from consents where user_id = $1 order by slug`, [member.user_id]),
    ).toEqual([
      { slug: 'pp', version: '1.0' },
      { slug: 'tos', version: '1.0' },
    ])

    await clerk.get('admin.scanUnverified', { body: { token: (await member.get('users.token')).code } })
    await clerk.get('admin.verifyUser', {
      params: { id: member.user_id },
      body: { document: 'driver_license', confirmed: true },
    })
    // The phone hears of it, and its next code pays.
    await expect.poll(async () => (await member.call('users.wallet')).status).toBe(200)
    expect(await sell(clerk, member, { amount: 11_000, tenders: { cash: 11_000 } })).toMatchObject({
      status: 'completed',
    })
    // The lowest rank gives one point for a hundred yen, beside what everybody gets for joining.
    const { items } = await member.get('transactions.list')
    const sale = items.find(({ type }) => type === undefined)
    expect(sale).toMatchObject({ received_point_total: 110 })
    // The brand has named no registration number and no telephone yet.
    expect((await member.call('transactions.receiptPdf', { params: { id: sale!.id } })).status).toBe(200)
    expect(await db.query('select * from ledger.audit()')).toEqual([])
  } finally {
    await api.close()
  }
})

async function makeShop(owner: LetIn) {
  await proveStaff(owner, 'store')
  const { id } = await owner.get('admin.createStore', {
    body: {
      code: 'SPR1',
      name: '札幌店',
      postcode: '0600042',
      address: '北海道札幌市中央区大通西0-0-0',
      phone: '0110000000',
      day_start: '05:00',
      stock_below_zero: false,
      register_refund_max: null,
    },
  })
  await proveStaff(owner, 'store')
  return owner.get('admin.createRegister', { params: { id }, body: { name: 'レジ 02' } })
}

describe('opening', () => {
  test('is done by one of two at once, and changes nothing afterwards', async () => {
    const openings = await Promise.all([open(), open({ name: '川口 次郎', email: 'jiro@gin.example.jp' })])
    expect(openings.filter(({ wayIn }) => wayIn !== null)).toHaveLength(1)
    expect(openings.filter(({ wayIn }) => wayIn === null)).toEqual([{ wayIn: null, isEntered: false }])
    expect([await countOf('employees'), await countOf('levels'), await countOf('legal_documents')]).toEqual([
      1, 5, 8,
    ])
    const settings = await db.query('select * from settings order by key')
    expect((await open()).wayIn).toBeNull()
    expect(await db.query('select * from settings order by key')).toEqual(settings)
    expect(settings.map(({ key }) => key)).not.toContain('demo')
  })

  test('leaves a database alone in which somebody works or buys', async () => {
    await db.query(
      `insert into users (id, username, password_hash, type, verified) values ($1, 'sakura', '-', 'customer', true)`,
      [randomUUID()],
    )
    expect((await open()).wayIn).toBeNull()
    expect(await countOf('levels')).toBe(0)
  })

  test('is whole or not at all', async () => {
    await db.query(`insert into settings (key, value) values ('invite.days', '30')`)
    await expect(open()).rejects.toThrow('settings_pkey')
    expect([await countOf('employees'), await countOf('levels'), await countOf('legal_documents')]).toEqual([
      0, 0, 0,
    ])
  })

  test('leaves nothing for the demo to seed', async () => {
    await open()
    expect(await seed(db.url, testConfig(db.url), () => undefined)).toEqual({ password: null })
    expect(await countOf('stores')).toBe(0)
    await expect(startApi({ db })).rejects.toThrow('This database holds shops of its own')
  })

  test('makes a new code until somebody has come in by one, and none afterwards', async () => {
    expect(await again()).toBeNull()
    const { wayIn } = await open()
    const next = await again()
    const api = await startApi({ db, env })
    try {
      expect(await api.nobody.refused('auth.staffInvitation', { body: { code: wayIn!.code } })).toMatchObject(
        {
          code: 'STAFF_INVITATION_INVALID',
        },
      )
      await comeIn(api, 'E0001', next!.code)
      expect(await again()).toBeNull()
      expect(await open()).toEqual({ wayIn: null, isEntered: true })
    } finally {
      await api.close()
    }
  })
})

describe('a brand that is not open', () => {
  const inForce = (slug: string, since: string, version = '1.0') =>
    db.query(
      `insert into legal_documents (id, slug, version, title, sections, is_material, effective_at)
       values ($1, $2, $3, '見本', '[]', true, now() + $4::interval)`,
      [randomUUID(), slug, version, since],
    )
  const refusesToRegister = async (api: TestApi) =>
    expect(await sendRegistration(api, registrationForm({ phone_number }))).toMatchObject({
      status: 503,
      body: { code: 'REGISTRATION_CLOSED' },
    })

  test('is served, says at its start how it is opened, and registers nobody', async () => {
    const lines: string[] = []
    const log = openLog('info', { write: (line) => void lines.push(line) })
    const api = await startApi({ db, env, log })
    try {
      expect(lines.filter((line) => line.includes('house_not_open'))).toEqual([
        expect.stringContaining('npm run brand:open'),
      ])
      await refusesToRegister(api)
      await inForce('tos', '-1 day')
      await inForce('pp', '-1 day')
      // There are terms, and no rank to begin with.
      await refusesToRegister(api)
      expect(await countOf(`users where type = 'customer'`)).toBe(0)
    } finally {
      await api.close()
    }
  })

  test('registers nobody whose terms are yet to come into force, and everybody from then on', async () => {
    await db.query(
      `insert into levels (id, level_index, code, name, quota, rate_bp) values ($1, 0, 'nashiji', 'なしじ', 0, 100)`,
      [randomUUID()],
    )
    await inForce('tos', '1 day')
    await inForce('pp', '-1 day')
    const api = await startApi({ db, env })
    try {
      await refusesToRegister(api)
      await inForce('tos', '-1 day', '0.9')
      expect(await sendRegistration(api, registrationForm({ phone_number }))).toMatchObject({ status: 201 })
    } finally {
      await api.close()
    }
  })

  test('says nothing of it once it is open', async () => {
    await open()
    const lines: string[] = []
    const api = await startApi({ db, env, log: openLog('info', { write: (line) => void lines.push(line) }) })
    await api.close()
    expect(lines.filter((line) => line.includes('house_not_open'))).toEqual([])
  })
})

describe('the application itself', () => {
  let app: pg.Client
  beforeEach(async () => {
    app = new pg.Client({ connectionString: db.serviceUrl, options: '-c role=shirogane_app' })
    await app.connect()
  })
  afterEach(() => app.end())

  test('makes no customer without terms, and no wallet without a rank', async () => {
    const id = randomUUID()
    const register = (terms: string | null) =>
      app.query(
        `insert into users (id, username, password_hash, type, terms_version) values ($1, 'sakura', '-', 'customer', $2)`,
        [id, terms],
      )
    await expect(register(null)).rejects.toMatchObject({ constraint: 'customer_agreed' })
    await register('1.0')
    await expect(app.query('select ledger.open_wallet($1)', [id])).rejects.toMatchObject({
      constraint: 'wallet_has_a_rank',
    })
  })

  test('invites nobody in nobody’s name', async () => {
    await open()
    const invite = app.query(
      `insert into staff_invitations (id, user_id, code_hash, issued_by, created_at, expires_at)
       select $1, user_id, sha256('x'), null, now(), now() + interval '1 hour' from employees`,
      [randomUUID()],
    )
    await expect(invite).rejects.toMatchObject({ constraint: 'invitation_is_somebodys' })
    await expect(app.query('update staff_invitations set issued_by = user_id')).rejects.toThrow(
      'used once, as it was made',
    )
  })
})
