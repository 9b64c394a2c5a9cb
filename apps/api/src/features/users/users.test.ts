import { randomUUID } from 'node:crypto'
import { limits } from '@shirogane/contract/rules/limits'
import { readPayCode } from '@shirogane/contract/inputs/pay-code'
import { permissionsOf } from '@shirogane/contract/wire/rights'
import { charge, give, grantPoints } from '@shirogane/testkit/acts/funds'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../lib/days.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('me', () => {
  test('shows a member with wallet and level, and everything in them is what the single calls say', async () => {
    const hanako = await api.as('hanako')
    const me = await hanako.get('users.me')
    expect(me).toMatchObject({
      username: 'hanako',
      type: 'customer',
      verified: true,
      agree_to_tos: true,
      employee: null,
    })
    expect(me.wallet).toEqual(await hanako.get('users.wallet'))
    expect(me.level).toEqual(await hanako.get('users.level'))
  })

  test('shows somebody who has yet to be verified as that', async () => {
    expect(await (await api.as('taro')).get('users.me')).toMatchObject({
      verified: false,
      wallet: { balance: 0 },
    })
  })

  test('shows names in the letters that their owners write', async () => {
    const { profile } = await (await api.as('takasaki')).get('users.me')
    expect(profile.last_name).toBe('髙﨑')
  })

  test('shows staff with their store and without a wallet', async () => {
    expect(await (await api.as('clerk')).get('users.me')).toMatchObject({
      type: 'employee',
      wallet: null,
      level: null,
      employee: { number: 'E0003', type: 'register', store_name: '金沢本店' },
    })
  })
})

describe('wallet', () => {
  test('counts what was charged, granted and spent, to the yen and the point', async () => {
    const kyoko = await api.as('kyoko')
    const before = await kyoko.get('users.wallet')
    await charge(api.db, kyoko.user_id, 5_000)
    await grantPoints(api.db, kyoko.user_id, 300)
    const { transaction } = await sell(await api.as('clerk'), kyoko, {
      amount: 4_400,
      tenders: { balance: 4_000, points: 400 },
    })
    const after = await kyoko.get('users.wallet')
    expect(after.balance).toBe(before.balance + 5_000 - 4_000)
    expect(after.balance).toBe(after.balance_paid + after.balance_bonus)
    expect(after.point_balance).toBe(before.point_balance + 300 - 400 + transaction.received_point_total)
    expect(after.points_earned_this_month).toBe(
      before.points_earned_this_month + 300 + transaction.received_point_total,
    )
  })

  test('names the points that end first, and leaves out those that have ended', async () => {
    const yoko = await api.as('yoko')
    const [{ id } = { id: '' }] = await api.db.query<{ id: string }>(
      `select id from stores where code = 'KNZ1'`,
    )
    const grant = async (points: number, ends: string) => {
      const [row] = await api.db.query<{ at: Date }>('select ledger.now() + $1::interval as at', [ends])
      const { user_id } = yoko
      await give(api.db, { user_id, store_id: id, points, expires_at: row!.at.toISOString() })
    }
    const before = await yoko.get('users.wallet')
    await grant(70, '3 days')
    await grant(30, '40 days')
    expect(await yoko.get('users.wallet')).toMatchObject({
      point_balance: before.point_balance + 100,
      point_limited: before.point_limited + 100,
      expiring_points: { amount: 70 },
    })
  })
})

describe('level', () => {
  test('shows the way to the next one as a whole percentage', async () => {
    const level = await (await api.as('hanako')).get('users.level')
    expect(level).toMatchObject({
      current_level: 1,
      name: 'つちめ',
      next_level: 100_000,
      next_level_name: 'いぶし',
      point_rate: 200,
    })
    expect(level.progress).toBe(Math.floor((level.level_accumulation * 100) / 100_000))
    expect(level.period_ends_on).toMatch(/^\d{4}-12-31$/)
  })

  test('at the top names no next one and a full bar', async () => {
    await api.db.query(`update ledger.wallets set level_index = 4 where user_id = $1`, [
      (await api.as('takasaki')).user_id,
    ])
    expect(await (await api.as('takasaki')).get('users.level')).toMatchObject({
      name: 'しろがね',
      next_level: null,
      next_level_name: null,
      progress: 100,
    })
  })

  test('begins each year at zero and keeps its rank', async () => {
    const yoko = await api.as('yoko')
    await api.db.query(`update ledger.wallets set level_year = level_year - 1 where user_id = $1`, [
      yoko.user_id,
    ])
    expect(await yoko.get('users.level')).toMatchObject({ level_accumulation: 0, progress: 0 })
  })

  test('tells of the next one, and that there is none above the top', async () => {
    const hanako = await api.as('hanako')
    const { level_id } = await hanako.get('users.level')
    expect(await hanako.get('levels.nextLevel', { params: { id: level_id } })).toMatchObject({
      name: 'いぶし',
      quota: 100_000,
      point_rate: 300,
      benefits: ['サイズ直し初回無料'],
    })
    const [top] = await api.db.query<{ id: string }>(
      'select id from levels order by level_index desc limit 1',
    )
    for (const id of [top?.id ?? '', randomUUID()]) {
      expect(await hanako.refused('levels.nextLevel', { params: { id } })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    }
  })

  test('keeps away whoever is not verified', async () => {
    const taro = await api.as('taro')
    for (const call of ['users.wallet', 'users.level'] as const) {
      expect(await taro.refused(call)).toMatchObject({ status: 403, code: 'NOT_VERIFIED' })
    }
    expect(await taro.refused('levels.nextLevel', { params: { id: randomUUID() } })).toMatchObject({
      code: 'NOT_VERIFIED',
    })
  })
})

describe('employee details', () => {
  test('name the store with its registers, and what the role may', async () => {
    const details = await (await api.as('clerk')).get('users.employeeDetails')
    expect(details).toMatchObject({
      type: 'register',
      store: { code: 'KNZ1' },
    })
    expect(details.permissions).toEqual(permissionsOf('register'))
    expect(details.store?.registers.map(({ number }) => number)).toEqual([1, 2])
    expect(await (await api.as('owner')).get('users.employeeDetails')).toMatchObject({
      store: null,
      store_id: null,
    })
  })
})

describe('the day of a shop', () => {
  const shownTo = async (name: 'clerk' | 'owner') =>
    (await (await api.as(name)).get('users.employeeDetails')).business_date

  test('is still the one before in the small hours', async () => {
    for (const [at, date] of [
      ['2031-01-01T00:30:00+09:00', '2030-12-31'],
      ['2031-01-01T04:59:59+09:00', '2030-12-31'],
      ['2031-01-01T05:00:00+09:00', '2031-01-01'],
    ] as const) {
      await moveLedgerClock(api.db, at)
      expect([await shownTo('clerk'), await shownTo('owner')], at).toEqual([date, date])
    }
    await moveLedgerClock(api.db, null)
  })

  test('is the next one after a close, and whoever pays then is seen as on that day', async () => {
    const own = await startApi()
    const [clerk, kyoko] = [await own.as('clerk'), await own.as('kyoko')]
    const shown = async (by = clerk) => (await by.get('users.employeeDetails')).business_date
    const today = await shown()
    await own.db.query(`update stores set closed_until = ledger.shop_date(id) where code = 'KNZ1'`)
    expect(await shown()).toBe(addDays(today, 1))
    expect(await shown(await own.as('owner'))).toBe(today)
    const question = { params: { id: kyoko.user_id } }
    expect((await clerk.refused('users.admin', question)).status).toBe(404)
    const { transaction } = await sell(clerk, kyoko, { amount: 1_100, tenders: { cash: 1_100 } })
    expect(transaction.business_date).toBe(addDays(today, 1))
    expect((await clerk.get('users.admin', question)).username).toBe('kyoko')
    const { items } = await clerk.get('transactions.search', { query: { date: addDays(today, 1) } })
    expect(items.map(({ id }) => id)).toEqual([transaction.id])
    await own.close()
  })
})

describe('a pay code', () => {
  test('is a token of 130 bits and sixteen digits that both read back, and is kept only as hashes', async () => {
    const hanako = await api.as('hanako')
    const { token, ttl, code, issued_at } = await hanako.get('users.token')
    expect(ttl).toBe(300)
    expect(readPayCode(token)).toEqual({ kind: 'token', text: token })
    expect(readPayCode(code)).toEqual({ kind: 'code', text: code })
    const [row] = await api.db.query<{ text: string; seconds: number; issued_at: Date }>(
      `select c::text as text, extract(epoch from expires_at - issued_at)::int as seconds, issued_at from ledger.pay_codes c
       where user_id = $1 order by issued_at desc limit 1`,
      [hanako.user_id],
    )
    expect(row?.seconds).toBe(300)
    expect(issued_at).toBe(row?.issued_at.toISOString())
    expect(row?.text).not.toContain(token)
    expect(row?.text).not.toContain(code)
  })

  test('a new one leaves the one before ten seconds', async () => {
    const kyoko = await api.as('kyoko')
    await kyoko.get('users.token')
    await kyoko.get('users.token')
    const rows = await api.db.query<{ left: number }>(
      `select ceil(extract(epoch from expires_at - ledger.now()))::int as left from ledger.pay_codes
       where user_id = $1 and state = 'live' and expires_at > ledger.now() order by expires_at`,
      [kyoko.user_id],
    )
    expect(rows.map(({ left }) => left <= 10)).toEqual([true, false])
  })

  describe('of somebody with two phones', () => {
    const phones = () => Promise.all([api.signIn('takasaki'), api.signIn('takasaki')])
    const scan = async (token: string) => {
      const register = await api.as('clerk')
      const reply = await register.call('transactions.pay', { body: { token } })
      return reply.status
    }
    /** What is left to a code that is over but for the overlap. */
    const secondsLeft = async (issued_at: string) => {
      const [row] = await api.db.query<{ left: number }>(
        `select extract(epoch from expires_at - ledger.now())::float as left from ledger.pay_codes
         where date_trunc('milliseconds', issued_at) = $1`,
        [issued_at],
      )
      return row?.left ?? 0
    }

    test('that is fetched ahead leaves the one alone that the other holds out', async () => {
      const [one, other] = await phones()
      const held = await one.get('users.token')
      const ahead = await other.get('users.token', { body: { ahead: true } })
      expect(await secondsLeft(held.issued_at)).toBeGreaterThan(200)
      // Of one phone's own codes the last one counts.
      await other.get('users.token', { body: { ahead: true } })
      expect(await secondsLeft(ahead.issued_at)).toBeLessThanOrEqual(10)
      expect(await scan(held.token)).toBe(200)
    })

    test('ends the other as soon as it is held out, and pays', async () => {
      const [one, other] = await phones()
      const held = await one.get('users.token')
      const ahead = await other.get('users.token', { body: { ahead: true } })
      for (let time = 0; time < 2; time += 1)
        await other.get('users.holdOutToken', { body: { issued_at: ahead.issued_at } })
      expect(await secondsLeft(held.issued_at)).toBeLessThanOrEqual(10)
      expect(await secondsLeft(ahead.issued_at)).toBeGreaterThan(200)
      expect(await scan(ahead.token)).toBe(200)
      // A code that a register has read cannot be ended by a phone, and is held out still.
      await other.get('users.holdOutToken', { body: { issued_at: ahead.issued_at } })
    })

    test('is not held out any more once the other has asked for one', async () => {
      const [one, other] = await phones()
      const ahead = await other.get('users.token', { body: { ahead: true } })
      const held = await one.get('users.token')
      const late = { body: { issued_at: ahead.issued_at } }
      expect(await other.refused('users.holdOutToken', late)).toMatchObject({ code: 'QR_EXPIRED' })
      // Neither does a phone speak for the code of another.
      const foreign = { body: { issued_at: held.issued_at } }
      expect(await other.refused('users.holdOutToken', foreign)).toMatchObject({ code: 'QR_EXPIRED' })
      expect(await secondsLeft(held.issued_at)).toBeGreaterThan(200)
    })
  })

  test('no two are alike', async () => {
    const hanako = await api.as('hanako')
    const codes = await Promise.all(Array.from({ length: 40 }, () => hanako.get('users.token')))
    expect(new Set(codes.flatMap(({ token, code }) => [token, code])).size).toBe(80)
  })

  test('comes twelve times a minute and five hundred times a day, and the last one still pays', async () => {
    const strict = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
    strict.clock.stop()
    const tooMany = { status: 429, code: 'RATE_LIMITED' }
    try {
      const phone = await strict.signIn('kyoko')
      await phone.get('users.token')
      await api.db.query(
        `update rate_limits set hits = $1 where bucket in (
           select 'pay-code-day:' || id from sessions where user_id = $2)`,
        [limits.payTokensPerDay - 1, phone.user_id],
      )
      await phone.get('users.token')
      expect(await phone.refused('users.token')).toMatchObject(tooMany)

      // What one session asked for counts for the customer's minute, and not for the day of their other phone.
      const other = await strict.signIn('kyoko')
      let last = ''
      for (let n = 3; n < limits.payTokensPerMinute; n += 1) last = (await other.get('users.token')).token
      expect(await other.refused('users.token')).toMatchObject(tooMany)
      const register = await strict.as('clerk')
      expect(await register.get('transactions.pay', { body: { token: last } })).toMatchObject({
        status: 'open',
      })
    } finally {
      await strict.close()
    }
  })

  test('needs the terms accepted', async () => {
    await api.db.query(`update users set terms_version = null where username = 'yoko'`)
    expect(await (await api.as('yoko')).refused('users.token')).toMatchObject({
      status: 403,
      code: 'TOS_NOT_AGREED',
    })
  })

  test('an affiliate that is named along changes nothing and blocks nothing', async () => {
    const { ttl } = await (
      await api.as('hanako')
    ).get('users.token', { body: { affiliate_id: randomUUID() } })
    expect(ttl).toBe(300)
  })
})

describe('a customer at the register', () => {
  const ask = async () => ({ params: { id: (await api.as('kyoko')).user_id } })
  const code = async (name: 'clerk' | 'manager' | 'otherClerk' | 'otherManager' | 'owner') => {
    const reply = await (await api.as(name)).call('users.admin', await ask())
    return reply.status
  }

  test('is seen while the store holds their code, and by nobody elsewhere', async () => {
    const own = await startApi()
    const kyoko = await own.as('kyoko')
    const { token } = await kyoko.get('users.token')
    const clerk = await own.as('otherClerk')
    const question = { params: { id: kyoko.user_id } }
    const status = async (name: 'otherClerk' | 'clerk') =>
      (await (await own.as(name)).call('users.admin', question)).status
    expect(await status('otherClerk')).toBe(404)
    const state = await clerk.get('transactions.pay', {
      body: { token },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await status('otherClerk')).toBe(200)
    expect(await clerk.get('users.admin', question)).toMatchObject({
      username: 'kyoko',
      name: '見本 京子',
      level: { name: 'いぶし' },
    })
    await clerk.get('transactions.payUpdate', {
      body: { transaction_id: state.transaction.id, status: 'cancelled' },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await status('otherClerk')).toBe(404)
    await own.close()
  })

  test('is seen on the day of a payment there; managers also see who ever paid there, head office everybody', async () => {
    await sell(await api.as('clerk'), await api.as('kyoko'), { amount: 1_100, tenders: { cash: 1_100 } })
    expect([await code('clerk'), await code('manager'), await code('owner')]).toEqual([200, 200, 200])
  })

  test('is nobody whom the id does not name, and no colleague either', async () => {
    const owner = await api.as('owner')
    for (const id of [randomUUID(), (await api.as('clerk')).user_id]) {
      expect(await owner.refused('users.admin', { params: { id } })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    }
  })

  test('shows neither phone, mail, address nor birthday', async () => {
    const text = JSON.stringify(await (await api.as('owner')).get('users.admin', await ask()))
    expect(text).not.toMatch(/\+81|@example|石川|1984/)
  })
})
