import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { countOf, held, refusalOf } from '../testing/outcomes.ts'
import { type Clerk, createWorld, type Customer, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

describe('a key', () => {
  test('gives its answer again, and moves nothing again', async () => {
    const customer = await world.customer({ paid: 500 })
    const request = world.request({ code: await world.code(customer), balance: 100 })
    const first = await world.gatherer.pay(request)
    const second = await world.gatherer.pay(request)
    expect(first.replayed).toBe(false)
    expect(second).toEqual({ ...first, replayed: true })
    expect(await held(world, customer)).toEqual([400, 0, 1, 0])
  })

  test('gives the movement again even when everything has changed since', async () => {
    const customer = await world.customer({ paid: 500 })
    const clerk = await world.clerk(world.register.store_id, world.register.register_id)
    const request = world.request({ code: await world.code(customer), balance: 100, clerk })
    const first = await world.gatherer.pay(request)
    await world.owner.query('update employees set active = false where user_id = $1', [clerk.user_id])
    await world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
    expect(await world.gatherer.pay(request)).toEqual({ ...first, replayed: true })
  })

  test('with another body is refused, and the first answer stands', async () => {
    const customer = await world.customer({ paid: 500 })
    const key = randomUUID()
    const request = world.request({ code: await world.code(customer), balance: 100, key })
    const first = await world.gatherer.pay(request)
    expect(refusalOf(await world.buy(customer, { balance: 200, key }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await world.gatherer.pay(request)).toEqual({ ...first, replayed: true })
    expect(await held(world, customer)).toEqual([400, 0, 1, 0])
  })

  test('keeps its refusal, whatever changes', async () => {
    const customer = await world.customer({ paid: 50 })
    const code = await world.code(customer)
    const request = world.request({ code, balance: 100 })
    expect(refusalOf(await world.gatherer.pay(request))).toBe('INSUFFICIENT_BALANCE 50')
    await world.charge(customer, 1_000)
    const again = await world.gatherer.pay(request)
    expect(refusalOf(again)).toBe('INSUFFICIENT_BALANCE 50')
    expect(again.replayed).toBe(true)
    posted(await world.pay({ code, balance: 100 }))
  })

  test('belongs to one actor and one route', async () => {
    const key = randomUUID()
    const sales = [
      await world.pay({ cash: 1, key }),
      await world.pay({ cash: 2, key, clerk: world.neighbour }),
      await world.pay({ cash: 3, key, route: 'transactions.payUpdate' }),
    ]
    expect(sales.map((sale) => posted(sale).spent_total)).toEqual([1, 2, 3])
  })

  test('asked ten times at once makes one movement and ten equal answers', async () => {
    const customer = await world.customer({ paid: 500 })
    const request = world.request({ code: await world.code(customer), balance: 100 })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => world.gatherer.pay(request)))
    expect(new Set(outcomes.map((outcome) => posted(outcome).id)).size).toBe(1)
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await held(world, customer)).toEqual([400, 0, 1, 0])
  })

  test('does not hide that the number of a sale is taken', async () => {
    const id = posted(await world.pay({ cash: 1 })).id
    expect(refusalOf(await world.pay({ cash: 1, id }))).toBe('PAYMENT_STATE')
  })
})

describe('the claim of a register', () => {
  test('scanned again by the same register is the same checkout, and holds longer', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const first = await world.claim(code)
    await world.setClock('2026-11-21 12:01:30+09')
    expect(await world.claim(code)).toEqual(first)
    await world.setClock('2026-11-21 12:03:00+09')
    expect(await world.claim(code, world.neighbour)).toEqual({ refusal: 'QR_CLAIMED', checkout_id: null })
  })

  test('asked again with its own number is the same checkout, even when it is settled', async () => {
    const code = await world.code(await world.customer({ paid: 100 }))
    const checkout = randomUUID()
    await world.claim(code, world.register, checkout)
    expect(await world.claim(code, world.register, checkout)).toEqual({
      refusal: null,
      checkout_id: checkout,
    })
    posted(await world.pay({ checkout, id: checkout, balance: 1 }))
    expect(await world.claim(code, world.register, checkout)).toEqual({
      refusal: null,
      checkout_id: checkout,
    })
    expect(await world.claim(code)).toMatchObject({ refusal: 'QR_ALREADY_USED' })
  })

  test('does not stop the same register from settling in one step', async () => {
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id } = await world.claim(code)
    posted(await world.pay({ code, balance: 1 }))
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
  })

  test('keeps every other register out until it lapses, and then nobody gets it twice', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id: first } = await world.claim(code)
    expect(await world.claim(code, world.elsewhere)).toMatchObject({ refusal: 'QR_CLAIMED' })
    await world.setClock('2026-11-21 12:02:00+09')
    const { checkout_id: second } = await world.claim(code, world.elsewhere)
    expect(second).not.toBeNull()
    expect(refusalOf(await world.pay({ checkout: first ?? '', balance: 1 }))).toBe('QR_CLAIMED')
    posted(await world.pay({ checkout: second ?? '', balance: 1, clerk: world.elsewhere }))
    expect(refusalOf(await world.pay({ checkout: first ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
  })

  test('holds the code beyond its own end while the claim lasts', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    await world.setClock('2026-11-21 12:04:30+09')
    const { checkout_id } = await world.claim(code)
    await world.setClock('2026-11-21 12:06:00+09')
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('posted')
  })

  test('that has lapsed after the end of its code cannot be revived by an edit', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id } = await world.claim(code)
    const id = checkout_id ?? ''
    await world.setClock('2026-11-21 12:05:01+09')
    expect(await world.update(id, 'open', [{ name: '月暈リング' }])).toBeNull()
    expect(refusalOf(await world.pay({ checkout: id, balance: 1 }))).toBe('QR_EXPIRED')
    await world.app.query('select ledger.close_lapsed_checkouts()')
    const { rows } = await world.app.query('select status from ledger.checkouts where id = $1', [id])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  test('is made longer by every edit, and the edit is kept', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const code = await world.code(await world.customer({ paid: 100 }))
    const { checkout_id } = await world.claim(code)
    const id = checkout_id ?? ''
    for (const minute of ['01', '02', '04', '05', '06', '07']) {
      await world.setClock(`2026-11-21 12:${minute}:30+09`)
      expect(await world.update(id, 'open', [{ minute }])).toBeNull()
    }
    const { rows } = await world.app.query('select items from ledger.checkouts where id = $1', [id])
    expect(rows).toEqual([{ items: [{ minute: '07' }] }])
    posted(await world.pay({ checkout: id, balance: 1 }))
  })

  test.each(['cancelled', 'saved'] as const)(
    'ends when its checkout is %s, and the code is free while it lives',
    async (status) => {
      await world.setClock('2026-11-21 12:00+09')
      const customer = await world.customer({ paid: 100 })
      const code = await world.code(customer)
      const { checkout_id } = await world.claim(code)
      const id = checkout_id ?? ''
      expect(await world.update(id, status)).toBeNull()
      expect(await world.update(id, status)).toBeNull()
      expect(await world.update(id, 'open')).toBe('PAYMENT_STATE')
      expect(refusalOf(await world.pay({ checkout: id, balance: 1 }))).toBe('PAYMENT_STATE')
      await world.setClock('2026-11-21 12:04:59+09')
      const { checkout_id: next } = await world.claim(code, world.elsewhere)
      posted(await world.pay({ checkout: next ?? '', balance: 1, clerk: world.elsewhere }))
      expect(await countOf(world, 'transactions', customer)).toBe(2)
    },
  )

  test('a second code on one register lets the first one go', async () => {
    const [first, second] = [
      await world.code(await world.customer({ paid: 100 })),
      await world.code(await world.customer({ paid: 100 })),
    ]
    const { checkout_id } = await world.claim(first)
    await world.claim(second)
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
    expect(await world.claim(first, world.neighbour)).toMatchObject({ refusal: null })
  })

  test('twenty scans at once on one register leave one claim', async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => world.code(await world.customer())),
    )
    await Promise.all(codes.map((code) => world.claim(code)))
    const { rows } = await world.app.query(
      `select count(*) as n from ledger.pay_codes where state = 'claimed' and claimed_by = $1 and id = any ($2)`,
      [world.register.register_id, codes.map(({ id }) => id)],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test.each<{ name: string; prepare: (customer: Customer) => Promise<Clerk>; refusal: string }>([
    {
      name: 'a suspended customer',
      prepare: async (customer) => {
        await world.owner.query('update users set suspended_at = now() where id = $1', [customer.id])
        return world.register
      },
      refusal: 'CUSTOMER_SUSPENDED',
    },
    {
      name: 'an employee of themself',
      prepare: (customer) => world.clerk(world.register.store_id, world.register.register_id, customer.id),
      refusal: 'SELF_DEALING',
    },
    {
      name: 'a register of another store',
      prepare: () => Promise.resolve({ ...world.register, register_id: world.elsewhere.register_id }),
      refusal: 'NOT_FOUND',
    },
  ])('refuses $name', async ({ prepare, refusal }) => {
    const customer = await world.customer()
    const code = await world.code(customer)
    expect(await world.claim(code, await prepare(customer))).toEqual({ refusal, checkout_id: null })
  })
})

describe('codes on the phone', () => {
  test('a renewed code leaves the one before it ten seconds', async () => {
    await world.setClock('2026-11-21 12:00:00+09')
    const customer = await world.customer({ paid: 100 })
    const [first, second] = [await world.code(customer), await world.code(customer)]
    await world.setClock('2026-11-21 12:00:09.999+09')
    posted(await world.pay({ code: first, balance: 1 }))
    await world.setClock('2026-11-21 12:01:00+09')
    const third = await world.code(customer)
    await world.setClock('2026-11-21 12:01:10+09')
    expect(refusalOf(await world.pay({ code: second, balance: 1 }))).toBe('QR_EXPIRED')
    posted(await world.pay({ code: third, balance: 1 }))
  })

  test('a code that a register holds is not shortened by a new one', async () => {
    await world.setClock('2026-11-21 12:00:00+09')
    const customer = await world.customer({ paid: 100 })
    const code = await world.code(customer)
    const { checkout_id } = await world.claim(code)
    await world.code(customer)
    await world.setClock('2026-11-21 12:01:00+09')
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('posted')
  })

  test('all codes of a session end with it, claimed ones too, and other sessions keep theirs', async () => {
    const customer = await world.customer({ paid: 100 })
    const [scanned, shown] = [await world.code(customer), await world.code(customer)]
    const { checkout_id } = await world.claim(scanned)
    await world.owner.query(
      `update sessions set revoked_at = now(), revoked_reason = 'logout' where id = $1`,
      [customer.session_id],
    )
    expect(refusalOf(await world.pay({ checkout: checkout_id ?? '', balance: 1 }))).toBe('PAYMENT_STATE')
    expect(refusalOf(await world.pay({ code: shown, balance: 1 }))).toBe('QR_ALREADY_USED')
    await expect(world.code(customer)).rejects.toThrow(/has ended/)
    expect(await held(world, customer)).toEqual([100, 0, 0, 0])
  })

  test('nobody gets a code on the session of somebody else', async () => {
    const [one, other] = [await world.customer(), await world.customer()]
    await expect(world.code({ id: one.id, session_id: other.session_id })).rejects.toThrow(/has ended/)
  })
})
