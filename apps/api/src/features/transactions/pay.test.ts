import { randomUUID } from 'node:crypto'
import type { CallName } from '@shirogane/contract/wire/calls'
import { type ErrorCode, sentenceOf } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import { payTokenText } from '@shirogane/contract/inputs/pay-code'
import type { Ask, Caller, Reply } from '@shirogane/testkit/calls/caller'
import type { CastName } from '@shirogane/testkit/cast'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { sell, withoutCountdown } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Blanks = Readonly<Record<string, string | number>>

let api: TestApi
let registers: { kanazawa: string[]; elsewhere: string }
let ring: Sku, cup: Sku, ended: Sku
type Sku = { id: string; name: string; price: number }

beforeAll(async () => {
  api = await startApi()
  const rows = await api.db.query<{ id: string; code: string }>(
    'select r.id, s.code from registers r join stores s on s.id = r.store_id order by r.number',
  )
  registers = {
    kanazawa: rows.filter(({ code }) => code === 'KNZ1').map(({ id }) => id),
    elsewhere: rows.find(({ code }) => code === 'KRM1')!.id,
  }
  const skus = await api.db.query<Sku>(
    `update skus set active = sku <> 'PE001' where sku in ('RG001-11', 'CG001', 'PE001') returning id, name, price, sku`,
  )
  const skuOf = (name: string) => skus.find((row) => (row as Sku & { sku: string }).sku === name)!
  ring = skuOf('RG001-11')
  cup = skuOf('CG001')
  ended = skuOf('PE001')
})
afterAll(() => api.close())

const codeOf = async (member: CastName) => (await api.as(member)).get('users.token')

/** Refused with the code's own status and sentence, and nothing anywhere has moved. */
async function refusesAndMovesNothing(
  caller: Caller,
  ask: Ask,
  code: ErrorCode,
  blanks: Blanks = {},
  call: CallName = 'transactions.pay',
): Promise<void> {
  const before = await fingerprint(api.db)
  const refusal = await caller.refused(call, ask)
  expect(refusal).toMatchObject({ code, status: expectedStatus[code], message: sentenceOf(code, blanks) })
  expect(refusal.error).toBe(refusal.message)
  expect(await fingerprint(api.db)).toBe(before)
}

/** Written down once more: a status that changes in the catalogue changes what registers do. */
const expectedStatus: Partial<Record<ErrorCode, number>> = {
  AMOUNT_INVALID: 400,
  AUTH_REQUIRED: 401,
  AUTH_SESSION_EXPIRED: 401,
  CUSTOMER_SUSPENDED: 403,
  FORBIDDEN: 403,
  IDEMPOTENCY_KEY_INVALID: 400,
  IDEMPOTENCY_KEY_REUSED: 422,
  INSUFFICIENT_BALANCE: 422,
  INSUFFICIENT_POINT: 422,
  LATER_UNAVAILABLE: 422,
  MEMBER_REQUIRED: 422,
  MEMBER_UNVERIFIED: 409,
  NOT_FOUND: 404,
  PAYMENT_STATE: 409,
  PAY_LIMIT_DAY: 422,
  PAY_LIMIT_ONCE: 422,
  QR_ALREADY_USED: 410,
  QR_CLAIMED: 409,
  QR_EXPIRED: 410,
  QR_INVALID: 404,
  RATE_LIMITED: 429,
  SELF_DEALING: 403,
  SKU_INACTIVE: 409,
  SKU_NOT_FOUND: 404,
  TENDERED_SHORT: 422,
  TENDERS_MISMATCH: 422,
  TXN_NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
}

const completing = (token: string, amount = 700) => ({ token, amount, tenders: { cash: amount } })

describe('a sale', () => {
  test('opens with the scan of a code: the register sees whose it is, and nothing has been paid yet', async () => {
    const { token } = await codeOf('kyoko')
    const wallet = await (await api.as('kyoko')).get('users.wallet')
    const { balance, point_balance } = wallet
    const transaction_id = randomUUID()
    const state = await (
      await api.as('clerk')
    ).get('transactions.pay', { body: { token, transaction_id, note: '贈り物' } })
    expect(state).toMatchObject({
      status: 'open',
      transaction: { id: transaction_id, completed_at: null, items: [] },
      customer: { username: 'kyoko', verified: true, wallet: { balance, point_balance } },
      warnings: [],
    })
    const held = Date.parse(state.claim_expires_at!) - Date.now()
    expect(held).toBeGreaterThan((limits.claimTtlSeconds - 30) * 1000)
    expect(held).toBeLessThanOrEqual((limits.claimTtlSeconds + 1) * 1000)
    expect(state.claim_expires_in).toBeGreaterThan(limits.claimTtlSeconds - 30)
    expect(state.claim_expires_in).toBeLessThanOrEqual(limits.claimTtlSeconds)
    expect(await (await api.as('kyoko')).get('users.wallet')).toEqual(wallet)
  })

  test('keeps of its words what can be seen: none turns the others round', async () => {
    const transaction_id = randomUUID()
    const items = [{ name: '\u202e雑\u200b貨\u0007', unit_price: 700, quantity: 1, note: '\u2066刻印\u2069' }]
    const { token } = await codeOf('yoko')
    const body = { token, transaction_id, items, note: '\u202e\ufeff贈り物', tenders: { cash: 700 } }
    const headers = { 'Idempotency-Key': randomUUID() }
    await (await api.as('clerk')).get('transactions.pay', { body, headers })
    const kept = await api.db.query(
      `select t.note, l.name, l.detail ->> 'note' as of_line from ledger.transactions t
       join ledger.transaction_lines l on l.transaction_id = t.id where t.id = $1`,
      [transaction_id],
    )
    expect(kept).toEqual([{ note: '贈り物', name: '雑貨', of_line: '刻印' }])
  })

  test('is scanned by the digits under the bar code as well, in full-width letters too', async () => {
    const { code } = await codeOf('yoko')
    const wide = code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfe_e0))
    const register = await api.as('clerk')
    expect(await register.get('transactions.pay', { body: { token: wide } })).toMatchObject({
      status: 'open',
      customer: { username: 'yoko' },
    })
  })

  test('settles at once when the tenders come with the code', async () => {
    const [register, hanako] = await Promise.all([api.as('clerk'), api.as('hanako')])
    const before = await hanako.get('users.wallet')
    const state = await sell(register, hanako, { amount: 1_000, tenders: { balance: 1_000 } })
    expect(state).toMatchObject({
      status: 'completed',
      claim_expires_at: null,
      transaction: { spent_total: 1_000, tenders: { balance: 1_000 }, change: null },
    })
    expect(await hanako.get('users.wallet')).toMatchObject({
      balance: before.balance - 1_000,
      point_balance: before.point_balance + state.transaction.received_point_total,
    })
  })

  test('takes points, balance and cash together for two articles, at the prices of the catalogue, to the yen', async () => {
    const [register, takasaki] = await Promise.all([api.as('clerk'), api.as('takasaki')])
    const before = await takasaki.get('users.wallet')
    const { point_rate } = await takasaki.get('users.level')
    const total = ring.price * 2 + cup.price
    const tenders = { points: 1_000, balance: 5_000, cash: total - 6_000 }
    const { token } = await takasaki.get('users.token')
    const { transaction, customer } = await register.get('transactions.pay', {
      body: {
        token,
        items: [
          { sku_id: ring.id, quantity: 2 },
          { sku_id: cup.id, quantity: 1 },
        ],
        tenders,
        cash_tendered: tenders.cash + 321,
      },
    })
    const earned = Math.floor(((total - 1_000) * point_rate) / 10_000)
    expect(transaction).toMatchObject({
      status: 'completed',
      spent_total: total,
      received_point_total: earned,
      tenders: { ...tenders, card: 0, later: 0 },
      cash_tendered: tenders.cash + 321,
      change: 321,
      tax: [{ rate: 1_000, taxable: total - 1_000, tax: Math.floor(((total - 1_000) * 10) / 110) }],
      items: [
        { sku: 'RG001-11', quantity: 2, unit_price: ring.price, subtotal: ring.price * 2 },
        { sku: 'CG001', quantity: 1, unit_price: cup.price, subtotal: cup.price },
      ],
      wallet_after: {
        balance: before.balance - 5_000,
        point_balance: before.point_balance - 1_000 + earned,
      },
    })
    expect(customer?.wallet).toEqual(transaction.wallet_after)
    expect(await takasaki.get('users.wallet')).toMatchObject(transaction.wallet_after!)
    expect(await takasaki.get('transactions.details', { params: { id: transaction.id } })).toMatchObject(
      transaction,
    )
  })

  test('without a member is paid in cash or by card, and brings nobody points', async () => {
    const register = await api.as('clerk')
    for (const tenders of [{ cash: 1_500 }, { card: 1_500 }]) {
      const state = await register.get('transactions.pay', { body: { amount: 1_500, tenders } })
      expect(state).toMatchObject({
        status: 'completed',
        customer: null,
        transaction: { spent_total: 1_500, received_point_total: 0, wallet_after: null },
      })
    }
  })

  test('that reaches the quota of the next rank raises it in the same answer, at the rate from before', async () => {
    const [register, hanako] = await Promise.all([api.as('clerk'), api.as('hanako')])
    const level = await hanako.get('users.level')
    const missing = level.next_level! - level.level_accumulation
    const almost = await sell(register, hanako, { amount: missing - 1, tenders: { cash: missing - 1 } })
    expect(almost.customer?.level.current_level).toBe(level.current_level)
    const raising = await sell(register, hanako, { amount: 100, tenders: { cash: 100 } })
    expect(raising.customer?.level).toMatchObject({
      current_level: level.current_level + 1,
      name: level.next_level_name,
    })
    expect(raising.transaction.received_point_total).toBe(Math.floor((100 * level.point_rate) / 10_000))
    expect(await hanako.get('users.level')).toMatchObject({ current_level: level.current_level + 1 })
  })
})

describe('one human act pays once', () => {
  test('a double tap gets the first answer again, also while that is under way', async () => {
    const [register, hanako] = await Promise.all([api.as('clerk'), api.as('hanako')])
    const { token } = await hanako.get('users.token')
    const before = await hanako.get('users.wallet')
    const ask = {
      body: { token, amount: 300, tenders: { balance: 300 } },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    const taps: Reply[] = await Promise.all([
      register.call('transactions.pay', ask),
      register.call('transactions.pay', ask),
    ])
    taps.push(await register.call('transactions.pay', ask))
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(taps[1]!.body).toEqual(taps[0]!.body)
    expect(taps[2]!.body).toEqual(taps[0]!.body)
    expect(taps.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(2)
    expect((await hanako.get('users.wallet')).balance).toBe(before.balance - 300)
  })

  test('the same key with another body is refused', async () => {
    const register = await api.as('clerk')
    const headers = { 'Idempotency-Key': randomUUID() }
    const { token } = await codeOf('hanako')
    await register.get('transactions.pay', { body: completing(token), headers })
    const other = (await codeOf('kyoko')).token
    await refusesAndMovesNothing(register, { body: completing(other), headers }, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('a refusal is an answer too and stands for its key', async () => {
    const [register, yoko] = await Promise.all([api.as('clerk'), api.as('yoko')])
    const { balance } = await yoko.get('users.wallet')
    const { token } = await yoko.get('users.token')
    const ask = {
      body: { token, amount: balance + 1, tenders: { balance: balance + 1 } },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    await refusesAndMovesNothing(register, ask, 'INSUFFICIENT_BALANCE', { n: 1 })
    await charge(api.db, yoko.user_id, 1)
    await refusesAndMovesNothing(register, ask, 'INSUFFICIENT_BALANCE', { n: 1 })
  })

  test('a code and an id that another sale has used up settle nothing more', async () => {
    const register = await api.as('clerk')
    const transaction_id = randomUUID()
    await register.get('transactions.pay', {
      body: { ...completing((await codeOf('hanako')).token), transaction_id },
    })
    const { token } = await codeOf('kyoko')
    for (const body of [
      { ...completing(token), transaction_id },
      { token, transaction_id },
    ])
      await refusesAndMovesNothing(
        register,
        { body, headers: { 'Idempotency-Key': randomUUID() } },
        'PAYMENT_STATE',
      )
  })
})

describe('a code', () => {
  test.each([
    ['an address', 'https://example.com/pay'],
    ['a wrong check letter', `${payTokenText(new Uint8Array(26)).slice(0, -1)}!`],
    ['fifteen digits', '123456789012345'],
    ['digits with a wrong last one', '1234567890123456'],
    ['a bar code of goods', '2000000000015'],
    ['markup', '<script>alert(1)</script>'],
    ['four thousand letters', 'A'.repeat(4_096)],
  ])('that is none (%s) is refused in words that a clerk can say', async (_, token) => {
    const register = await api.as('clerk')
    await refusesAndMovesNothing(register, { body: { token } }, 'QR_INVALID')
    await refusesAndMovesNothing(register, { body: completing(token) }, 'QR_INVALID')
  })

  test('that is well formed and nobody’s is refused, scanned or settled', async () => {
    const register = await api.as('clerk')
    const foreign = payTokenText(new Uint8Array(26).fill(7))
    await refusesAndMovesNothing(register, { body: { token: foreign } }, 'QR_INVALID')
    await refusesAndMovesNothing(register, { body: completing(foreign) }, 'QR_INVALID')
  })

  test.each(['', 'A'.repeat(4_097), 5, null, ['SG1']])('%j is not even a text of one', async (token) => {
    await refusesAndMovesNothing(await api.as('clerk'), { body: { token } }, 'VALIDATION_ERROR')
  })

  test('that has ended is refused, scanned or settled', async () => {
    const register = await api.as('clerk')
    const { token } = await codeOf('kyoko')
    await api.db.query(
      `update ledger.pay_codes set expires_at = issued_at + interval '1 microsecond'
       where user_id = $1 and state = 'live'`,
      [(await api.as('kyoko')).user_id],
    )
    await refusesAndMovesNothing(register, { body: { token } }, 'QR_EXPIRED')
    await refusesAndMovesNothing(register, { body: completing(token) }, 'QR_EXPIRED')
  })

  test('that has paid pays no second time', async () => {
    const register = await api.as('clerk')
    const { token } = await codeOf('kyoko')
    const { transaction } = await register.get('transactions.pay', { body: completing(token) })
    await refusesAndMovesNothing(register, { body: { token } }, 'QR_ALREADY_USED')
    await refusesAndMovesNothing(register, { body: completing(token, 701) }, 'QR_ALREADY_USED')
    // The shop that it paid at is told of its own sale; another learns nothing of it.
    const at = new Date(transaction.completed_at!).toLocaleTimeString('ja-JP', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      minute: '2-digit',
    })
    const used = { token: `${at}に¥700の会計で使用されました。` }
    expect((await register.refused('transactions.pay', { body: { token } })).fields).toEqual(used)
    expect((await register.refused('transactions.pay', { body: completing(token, 702) })).fields).toEqual(
      used,
    )
    const elsewhere = await api.as('otherClerk')
    expect((await elsewhere.refused('transactions.pay', { body: { token } })).fields).toBeUndefined()
  })

  test('of a phone that has signed out is refused', async () => {
    const [register, phone] = await Promise.all([api.as('clerk'), api.signIn('kyoko')])
    const { token } = await phone.get('users.token')
    await phone.call('auth.logout', {
      body: { refresh_token: phone.refresh_token },
      headers: { 'X-Client-Type': 'api' },
    })
    await refusesAndMovesNothing(register, { body: { token } }, 'QR_ALREADY_USED')
  })

  describe('of a page that was left', () => {
    test('is refused, as often as the page says so, and a later one pays', async () => {
      const [register, kyoko] = await Promise.all([api.as('clerk'), api.as('kyoko')])
      const { token, issued_at } = await kyoko.get('users.token')
      await kyoko.get('users.voidToken', { body: { issued_at } })
      await refusesAndMovesNothing(register, { body: { token } }, 'QR_EXPIRED')
      await refusesAndMovesNothing(register, { body: completing(token) }, 'QR_EXPIRED')
      const later = await kyoko.get('users.token')
      await kyoko.get('users.voidToken', { body: { issued_at } })
      await register.get('transactions.pay', { body: completing(later.token) })
      const last = await kyoko.get('users.token')
      await kyoko.get('users.voidToken')
      await refusesAndMovesNothing(register, { body: { token: last.token } }, 'QR_EXPIRED')
    })

    test('still pays where a register has read it before', async () => {
      const [register, kyoko] = await Promise.all([api.as('clerk'), api.as('kyoko')])
      const { token } = await kyoko.get('users.token')
      await register.get('transactions.pay', { body: { token } })
      await kyoko.get('users.voidToken')
      await register.get('transactions.pay', { body: completing(token) })
    })

    test('is that of its own session alone', async () => {
      const [register, kyoko] = await Promise.all([api.as('clerk'), api.as('kyoko')])
      const phone = await api.signIn('kyoko')
      const { token } = await phone.get('users.token')
      await kyoko.get('users.voidToken')
      await (await api.as('hanako')).get('users.voidToken')
      await register.get('transactions.pay', { body: completing(token) })
    })
  })

  test('under two scanners belongs to the one that was first, until it lets go', async () => {
    const register = await api.as('clerk')
    const [first, second] = registers.kanazawa
    const { token } = await codeOf('kyoko')
    const { transaction } = await register.get('transactions.pay', { body: { token, register_id: first } })
    await refusesAndMovesNothing(register, { body: { token, register_id: second } }, 'QR_CLAIMED')
    await refusesAndMovesNothing(
      register,
      { body: { ...completing(token), register_id: second } },
      'QR_CLAIMED',
    )
    const elsewhere = await api.as('otherClerk')
    await refusesAndMovesNothing(elsewhere, { body: { token } }, 'QR_CLAIMED')
    await register.get('transactions.payUpdate', {
      body: { transaction_id: transaction.id, status: 'cancelled' },
    })
    expect(await elsewhere.get('transactions.pay', { body: { token } })).toMatchObject({ status: 'open' })
  })

  test('that two registers settle at the same moment pays one of them', async () => {
    const [register, kyoko] = await Promise.all([api.as('clerk'), api.as('kyoko')])
    await charge(api.db, kyoko.user_id, 2_000)
    const { token } = await kyoko.get('users.token')
    const { balance } = await kyoko.get('users.wallet')
    const replies = await Promise.all(
      registers.kanazawa.map((register_id) =>
        register.call('transactions.pay', {
          body: { token, amount: 500, tenders: { balance: 500 }, register_id },
          headers: { 'Idempotency-Key': randomUUID() },
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect(replies.find(({ status }) => status === 410)!.body).toMatchObject({
      code: 'QR_ALREADY_USED',
      message: sentenceOf('QR_ALREADY_USED'),
    })
    expect((await kyoko.get('users.wallet')).balance).toBe(balance - 500)
    const sales = await api.db.query(
      `select from ledger.transactions t join ledger.pay_codes c on c.id = t.pay_code_id where c.token_hash = $1`,
      [api.server.context.keys.payCodeHash(token)],
    )
    expect(sales).toHaveLength(1)
  })

  test('of somebody who is not verified yet pays nowhere, and the register is told why', async () => {
    const register = await api.as('clerk')
    const { token, code } = await codeOf('taro')
    for (const scanned of [token, code]) {
      await refusesAndMovesNothing(register, { body: { token: scanned } }, 'MEMBER_UNVERIFIED')
      await refusesAndMovesNothing(register, { body: completing(scanned) }, 'MEMBER_UNVERIFIED')
    }
  })

  test('cannot be guessed: after twenty unknown ones in a minute the register waits', async () => {
    const strict = await startApi({ env: { RATE_LIMITS: 'on' }, db: api.db })
    strict.clock.stop()
    try {
      const register = await strict.as('otherClerk')
      const unknown = (seed: number) => payTokenText(Uint8Array.from({ length: 26 }, (_, n) => seed + n))
      for (let n = 0; n < limits.unknownCodesPerMinute; n += 1)
        expect((await register.refused('transactions.pay', { body: { token: unknown(n) } })).code).toBe(
          'QR_INVALID',
        )
      await refusesAndMovesNothing(register, { body: { token: unknown(30) } }, 'RATE_LIMITED')
      // An honest code waits as well: what is slowed down is the register.
      const { token } = await codeOf('kyoko')
      const reply = await register.call('transactions.pay', { body: { token } })
      expect(reply.status).toBe(429)
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      strict.clock.forward(61_000)
      expect(await register.get('transactions.pay', { body: { token } })).toMatchObject({ status: 'open' })
    } finally {
      await strict.close()
    }
  })
})

describe('who may sell, to whom and where', () => {
  test('a member cannot call the register, nor head office, nor somebody who is not signed in', async () => {
    const { token } = await codeOf('kyoko')
    for (const name of ['hanako', 'kyoko', 'owner', 'accountant', 'reviewer'] as const)
      await refusesAndMovesNothing(await api.as(name), { body: completing(token) }, 'FORBIDDEN')
    await refusesAndMovesNothing(api.nobody, { body: completing(token) }, 'AUTH_REQUIRED')
  })

  test('a register and a phone that were signed out in another tab do nothing more, although their tokens still live', async () => {
    const [register, phone] = await Promise.all([api.signIn('clerk'), api.signIn('yoko')])
    const { token } = await codeOf('kyoko')
    for (const { refresh_token } of [register, phone])
      await api.nobody.call('auth.logout', {
        body: { refresh_token },
        headers: { 'X-Client-Type': 'api' },
      })
    await refusesAndMovesNothing(register, { body: completing(token) }, 'AUTH_SESSION_EXPIRED')
    await refusesAndMovesNothing(register, { body: { token } }, 'AUTH_SESSION_EXPIRED')
    await refusesAndMovesNothing(phone, {}, 'AUTH_SESSION_EXPIRED', {}, 'users.token')
    // The code is as good as before at a register that is signed in.
    const other = await api.as('clerk')
    expect(await other.get('transactions.pay', { body: completing(token) })).toMatchObject({
      status: 'completed',
    })
  })

  test('staff have no wallet, no code and no list of payments', async () => {
    for (const name of ['clerk', 'manager', 'owner'] as const)
      for (const call of ['users.token', 'users.wallet', 'transactions.list'] as const)
        await refusesAndMovesNothing(await api.as(name), {}, 'FORBIDDEN', {}, call)
  })

  test('a register of another store is not there', async () => {
    const register = await api.as('clerk')
    const { token } = await codeOf('kyoko')
    for (const register_id of [registers.elsewhere, randomUUID()]) {
      await refusesAndMovesNothing(register, { body: { token, register_id } }, 'NOT_FOUND')
      await refusesAndMovesNothing(register, { body: { ...completing(token), register_id } }, 'NOT_FOUND')
    }
  })

  test('nobody sells to themselves', async () => {
    const [register, kyoko] = await Promise.all([api.as('clerk'), api.as('kyoko')])
    const own = (customer: string | null) =>
      api.db.query('update employees set own_customer_id = $1 where user_id = $2', [
        customer,
        register.user_id,
      ])
    await own(kyoko.user_id)
    try {
      const { token } = await kyoko.get('users.token')
      await refusesAndMovesNothing(register, { body: { token } }, 'SELF_DEALING')
      await refusesAndMovesNothing(register, { body: completing(token) }, 'SELF_DEALING')
    } finally {
      await own(null)
    }
  })

  test('a member who was suspended after the code was shown pays nothing', async () => {
    const [register, kyoko] = await Promise.all([api.as('clerk'), api.as('kyoko')])
    const { token } = await kyoko.get('users.token')
    await api.db.query('update users set suspended_at = now() where id = $1', [kyoko.user_id])
    try {
      await refusesAndMovesNothing(register, { body: { token } }, 'CUSTOMER_SUSPENDED')
      await refusesAndMovesNothing(register, { body: completing(token) }, 'CUSTOMER_SUSPENDED')
    } finally {
      await api.db.query('update users set suspended_at = null where id = $1', [kyoko.user_id])
    }
  })
})

describe('the money', () => {
  test('of a balance that is one yen short stays where it is, and the answer says how much is missing', async () => {
    const [register, yoko] = await Promise.all([api.as('clerk'), api.as('yoko')])
    const { balance } = await yoko.get('users.wallet')
    const pay = async (amount: number) => ({
      body: { token: (await yoko.get('users.token')).token, amount, tenders: { balance: amount } },
    })
    await refusesAndMovesNothing(register, await pay(balance + 1), 'INSUFFICIENT_BALANCE', { n: 1 })
    await refusesAndMovesNothing(register, await pay(balance + 1_234), 'INSUFFICIENT_BALANCE', { n: 1_234 })
    expect(await register.get('transactions.pay', await pay(balance))).toMatchObject({ status: 'completed' })
    expect((await yoko.get('users.wallet')).balance).toBe(0)
  })

  test('points that are one short stay where they are', async () => {
    const [register, yoko] = await Promise.all([api.as('clerk'), api.as('yoko')])
    await grantPoints(api.db, yoko.user_id, 50)
    const { point_balance } = await yoko.get('users.wallet')
    const { token } = await yoko.get('users.token')
    const amount = point_balance + 1
    await refusesAndMovesNothing(
      register,
      { body: { token, amount, tenders: { points: amount } } },
      'INSUFFICIENT_POINT',
    )
  })

  test('of one payment and of one day has a limit', async () => {
    const [register, kyoko] = await Promise.all([api.as('clerk'), api.as('kyoko')])
    await charge(api.db, kyoko.user_id, limits.payDayMax + 100_000)
    const pay = async (amount: number) => ({
      body: { token: (await kyoko.get('users.token')).token, amount, tenders: { balance: amount } },
    })
    await refusesAndMovesNothing(register, await pay(limits.payOnceMax + 1), 'PAY_LIMIT_ONCE', {
      n: limits.payOnceMax,
    })
    const [spent] = await api.db.query<{ today: number }>(
      'select balance_spent as today from ledger.wallets where user_id = $1',
      [kyoko.user_id],
    )
    const left = limits.payDayMax - spent!.today
    for (const amount of [limits.payOnceMax, left - limits.payOnceMax])
      await sell(register, kyoko, { amount, tenders: { balance: amount } })
    await refusesAndMovesNothing(register, await pay(1), 'PAY_LIMIT_DAY', { n: limits.payDayMax })
    const { token } = await kyoko.get('users.token')
    expect(await register.get('transactions.pay', { body: completing(token) })).toMatchObject({
      status: 'completed',
    })
  })

  test.each([
    ['a yen too little', { cash: 699 }, 'TENDERS_MISMATCH'],
    ['a yen too much', { cash: 701 }, 'TENDERS_MISMATCH'],
    ['nothing at all', {}, 'TENDERS_MISMATCH'],
    ['more points than the bill', { points: 800 }, 'TENDERS_MISMATCH'],
    ['a part that this member may not defer', { cash: 600, later: 100 }, 'LATER_UNAVAILABLE'],
  ] as const)('of a bill of 700 yen is not %s', async (_, tenders, code) => {
    const { token } = await codeOf('kyoko')
    await refusesAndMovesNothing(await api.as('clerk'), { body: { token, amount: 700, tenders } }, code)
  })

  test('that was handed over covers the part in cash', async () => {
    const register = await api.as('clerk')
    const body = { amount: 700, tenders: { cash: 700 } }
    await refusesAndMovesNothing(register, { body: { ...body, cash_tendered: 699 } }, 'TENDERED_SHORT')
    expect(await register.get('transactions.pay', { body: { ...body, cash_tendered: 700 } })).toMatchObject({
      transaction: { change: 0 },
    })
  })

  test('of a wallet needs its member', async () => {
    const register = await api.as('clerk')
    for (const tenders of [{ balance: 700 }, { points: 700 }, { points: 1, cash: 699 }])
      await refusesAndMovesNothing(register, { body: { amount: 700, tenders } }, 'MEMBER_REQUIRED')
    await refusesAndMovesNothing(register, { body: { amount: 700 } }, 'MEMBER_REQUIRED')
  })

  test.each([0, -1, 0.5, 10_000_000_000, '千円', '1000', '１０００', null])(
    '%j is no amount, wherever it stands',
    async (wrong) => {
      const register = await api.as('clerk')
      const { token } = await codeOf('kyoko')
      const tenders = { cash: 700 }
      const bodies: unknown[] = [
        { token, amount: wrong },
        { token, amount: wrong, tenders },
        { token, items: [{ name: '指輪', unit_price: wrong, quantity: 1 }], tenders },
        { token, items: [{ sku_id: ring.id, quantity: wrong }], tenders },
        // Zero is an honest part of a bill.
        ...(wrong === 0
          ? []
          : [
              { token, amount: 700, tenders: { cash: wrong } },
              { token, amount: 700, tenders: { cash: 700, points: wrong } },
              { token, amount: 700, tenders, cash_tendered: wrong },
            ]),
      ]
      for (const body of bodies) await refusesAndMovesNothing(register, { body }, 'VALIDATION_ERROR')
    },
  )

  test('of a bill that is nothing, or more than nine digits, is refused', async () => {
    const register = await api.as('clerk')
    const { token } = await codeOf('kyoko')
    await refusesAndMovesNothing(register, { body: { token, tenders: { cash: 0 } } }, 'AMOUNT_INVALID')
    const items = [{ name: '銀塊', unit_price: limits.amountMax, quantity: 2 }]
    const completing = { token, items, tenders: { cash: limits.amountMax } }
    await refusesAndMovesNothing(register, { body: completing }, 'VALIDATION_ERROR')
    await refusesAndMovesNothing(register, { body: { token, items } }, 'VALIDATION_ERROR')
    const { fields } = await register.refused('transactions.pay', { body: { token, items } })
    expect(fields).toEqual({ items: '合計は999,999,999円以下にしてください。' })
  })

  test('with what belongs to no part of the bill is refused, and not taken without it', async () => {
    const register = await api.as('clerk')
    const { token } = await codeOf('kyoko')
    const items = [{ name: '銀磨きクロス', unit_price: 700, quantity: 1 }]
    const terminal = { brand: 'jcb', approval_number: '123456' }
    for (const body of [
      { token, amount: 500, items },
      { token, amount: 700, items, tenders: { cash: 700 } },
      { token, amount: 700, tenders: { balance: 700 }, cash_tendered: 1_000 },
      { token, amount: 700, tenders: { cash: 700 }, terminal },
      { token, amount: 700, tenders: { cash: 700 }, later: { signature: 'M12 30L14 33' } },
    ]) {
      await refusesAndMovesNothing(register, { body }, 'VALIDATION_ERROR')
    }
  })
})

describe('the articles', () => {
  test('are those of the catalogue that are on sale', async () => {
    const register = await api.as('clerk')
    const { token } = await codeOf('kyoko')
    for (const [sku_id, code] of [
      [randomUUID(), 'SKU_NOT_FOUND'],
      [ended.id, 'SKU_INACTIVE'],
    ] as const) {
      const items = [{ sku_id, quantity: 1 }]
      await refusesAndMovesNothing(register, { body: { token, items } }, code)
      await refusesAndMovesNothing(register, { body: { token, items, tenders: { cash: ended.price } } }, code)
    }
  })

  test('have the price of the catalogue: a register that names one is refused', async () => {
    await refusesAndMovesNothing(
      await api.as('clerk'),
      { body: { items: [{ sku_id: ring.id, quantity: 1, unit_price: 1 }], tenders: { cash: 1 } } },
      'VALIDATION_ERROR',
    )
  })
})

describe('the state of a sale', () => {
  test('tells a register that lost its answer what became of it', async () => {
    const register = await api.as('clerk')
    const { token } = await codeOf('hanako')
    const transaction_id = randomUUID()
    const params = { id: transaction_id }
    await refusesAndMovesNothing(register, { params }, 'TXN_NOT_FOUND', {}, 'transactions.registerState')
    const stateNow = async () =>
      withoutCountdown(await register.get('transactions.registerState', { params }))

    const opened = await register.get('transactions.pay', { body: { token, transaction_id } })
    expect(await stateNow()).toEqual(withoutCountdown(opened))

    const edit = { transaction_id, items: [{ sku_id: cup.id, quantity: 1 }] }
    const edited = await register.get('transactions.payUpdate', { body: edit })
    expect(await stateNow()).toEqual(withoutCountdown(edited))

    const completed = await register.get('transactions.payUpdate', {
      body: { ...edit, tenders: { cash: cup.price } },
    })
    const state = await register.get('transactions.registerState', { params })
    expect(state).toEqual(completed)
    expect(state).toMatchObject({
      status: 'completed',
      claim_expires_at: null,
      transaction: { id: transaction_id, spent_total: cup.price },
    })
  })

  test('knows a sale without a member, and one that was given up', async () => {
    const register = await api.as('clerk')
    const stateOf = (id: string) => register.get('transactions.registerState', { params: { id } })
    const sold = await register.get('transactions.pay', { body: { amount: 900, tenders: { cash: 900 } } })
    expect(await stateOf(sold.transaction.id)).toEqual(sold)

    const { token } = await codeOf('hanako')
    const { transaction } = await register.get('transactions.pay', { body: { token } })
    await register.get('transactions.payUpdate', {
      body: { transaction_id: transaction.id, status: 'cancelled' },
    })
    expect(await stateOf(transaction.id)).toMatchObject({
      status: 'cancelled',
      claim_expires_at: null,
      transaction: { completed_at: null },
    })
  })

  test('is there for its customer, its store and the owner, and for nobody else', async () => {
    const sold = await sell(await api.as('clerk'), await api.as('hanako'), {
      amount: 600,
      tenders: { cash: 600 },
    })
    const ask = { params: { id: sold.transaction.id } }
    for (const name of ['hanako', 'clerk', 'manager', 'owner'] as const) {
      const state = await (await api.as(name)).get('transactions.registerState', ask)
      expect(state.transaction).toEqual(sold.transaction)
    }
    const refuses = async (name: CastName, code: ErrorCode) =>
      refusesAndMovesNothing(await api.as(name), ask, code, {}, 'transactions.registerState')
    for (const name of ['kyoko', 'otherClerk', 'otherManager'] as const) await refuses(name, 'TXN_NOT_FOUND')
    await refusesAndMovesNothing(api.nobody, ask, 'AUTH_REQUIRED', {}, 'transactions.registerState')
  })

  test('of an id that is none is not there', async () => {
    const register = await api.as('clerk')
    for (const id of ['1', "1' or '1'='1", 'null'])
      await refusesAndMovesNothing(
        register,
        { params: { id } },
        'NOT_FOUND',
        {},
        'transactions.registerState',
      )
  })
})
