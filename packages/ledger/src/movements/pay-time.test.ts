import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { held, refusalOf } from '../testing/outcomes.ts'
import { createWorld, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.setClock(null))
afterAll(() => world.close())

describe('time', () => {
  test.each([
    ['2026-11-22 01:30+09', '2026-11-21'],
    ['2026-11-22 04:59:59+09', '2026-11-21'],
    ['2026-11-22 05:00+09', '2026-11-22'],
    ['2026-11-22 23:59+09', '2026-11-22'],
    ['2027-01-01 01:30+09', '2026-12-31'],
  ])('a sale at %s belongs to the business day %s, and keeps the time of the clock', async (at, date) => {
    await world.setClock(at)
    const transaction = posted(await world.pay({ cash: 1 }))
    expect(transaction.business_date).toBe(date)
    expect(transaction.number).toMatch(new RegExp(`^${date.replaceAll('-', '')}-`))
    expect(transaction.completed_at).toEqual(new Date(at.replace(' ', 'T').replace('+09', '+09:00')))
  })

  test('regular points live twelve months from the last earning or use, and limited ones keep their end', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ limited: [[10, '2028-01-01 00:00+09']] })
    posted(await world.buy(customer, { cash: 10_000 }))
    expect(await world.wallet(customer)).toMatchObject({
      point_regular: 100,
      point_regular_expires_on: '2027-11-21',
    })
    await world.setClock('2027-03-01 09:00+09')
    posted(await world.buy(customer, { points: 1 }))
    expect(await world.wallet(customer)).toMatchObject({
      point_limited: 9,
      point_regular_expires_on: '2028-03-01',
    })
    const { rows } = await world.app.query('select expires_at from ledger.point_lots where user_id = $1', [
      customer.id,
    ])
    expect(rows[0].expires_at).toEqual(new Date('2028-01-01T00:00+09:00'))
  })

  test('a sale that neither earns nor uses points prolongs nothing', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ points: 10, paid: 100 })
    await world.setClock('2027-03-01 12:00+09')
    posted(await world.buy(customer, { balance: 50 }))
    expect(await world.wallet(customer)).toMatchObject({ point_regular_expires_on: '2027-11-21' })
  })

  test('regular points are good until the last second of their day in Tokyo', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ points: 100 })
    await world.setClock('2027-11-21 23:59:59+09')
    posted(await world.buy(customer, { points: 60 }))
    expect(await held(world, customer)).toEqual([0, 0, 40, 0])
  })

  test('and not one second longer', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ points: 100 })
    await world.setClock('2027-11-22 00:00:00+09')
    expect(refusalOf(await world.buy(customer, { points: 1 }))).toBe('INSUFFICIENT_POINT')
    expect(await held(world, customer)).toEqual([0, 0, 0, 0])
  })

  test('points that have ended are gone before the payment looks, and it does not revive them', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({
      points: 100,
      limited: [
        [50, '2027-01-01 00:00+09'],
        [7, '2028-06-01 00:00+09'],
      ],
    })
    await world.setClock('2027-11-22 00:00:00+09')
    expect(refusalOf(await world.buy(customer, { points: 8 }))).toBe('INSUFFICIENT_POINT')
    expect(await held(world, customer)).toEqual([0, 0, 0, 7])
    posted(await world.buy(customer, { cash: 1_000 }))
    expect(await held(world, customer)).toEqual([0, 0, 10, 7])
    const { rows } = await world.app.query(
      `select tender_point_regular, tender_point_limited, point_regular_after, point_limited_after
       from ledger.transactions where customer_id = $1 and kind = 'expire'`,
      [customer.id],
    )
    expect(rows).toEqual([
      { tender_point_regular: 100, tender_point_limited: 50, point_regular_after: 0, point_limited_after: 7 },
    ])
  })

  test('a lot ends at its very moment', async () => {
    await world.setClock('2026-11-21 12:00+09')
    const customer = await world.customer({ limited: [[10, '2026-12-01 00:00+09']] })
    await world.setClock('2026-11-30 23:59:59.999+09')
    posted(await world.buy(customer, { points: 4 }))
    await world.setClock('2026-12-01 00:00:00+09')
    expect(refusalOf(await world.buy(customer, { points: 1 }))).toBe('INSUFFICIENT_POINT')
    expect(await held(world, customer)).toEqual([0, 0, 0, 0])
  })

  test('a code lives five minutes by the clock of the database, to the millisecond', async () => {
    const customer = await world.customer({ paid: 100 })
    await world.setClock('2026-11-21 12:00:00+09')
    const [first, second] = [await world.code(customer), await world.customer({ paid: 100 }).then(world.code)]
    await world.setClock('2026-11-21 12:04:59.999+09')
    posted(await world.pay({ code: first, balance: 1 }))
    await world.setClock('2026-11-21 12:05:00+09')
    expect(refusalOf(await world.pay({ code: second, balance: 1 }))).toBe('QR_EXPIRED')
  })
})
