import { createHash, randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { uuidv7 } from '../db/uuid.ts'
import { testCardOf } from '../gateways/sandbox/test-cards.ts'

/** Who of the cast keeps which of the sandbox's cards; the first is the main one. */
const kept: Readonly<Record<string, readonly { number: string; expires: readonly [number, number] }[]>> = {
  hanako: [
    { number: '4242424242424242', expires: [2034, 12] },
    { number: '4000000000003220', expires: [2033, 6] },
  ],
  kyoko: [{ number: '5555555555554444', expires: [2032, 3] }],
  takasaki: [
    { number: '378282246310005', expires: [2031, 9] },
    { number: '4000000000080319', expires: [2030, 1] },
  ],
  mirai: [{ number: '3530111333300000', expires: [2035, 4] }],
}

/** The cards of the cast: with us as we keep cards, and with the demo's gateway as it does. */
export async function seedCards(client: Client, members: ReadonlyMap<string, string>): Promise<void> {
  for (const [username, cards] of Object.entries(kept)) {
    const user = members.get(username)!
    const customer = `cus_${user.replaceAll('-', '')}`
    await client.query('insert into sandbox_objects (id, data) values ($1, $2)', [
      customer,
      JSON.stringify({ id: customer, object: 'customer' }),
    ])
    for (const [index, { number, expires }] of cards.entries()) {
      const [exp_year, exp_month] = expires
      const { brand, behaviour } = testCardOf(number)!
      const id = `car_${randomBytes(12).toString('hex')}`
      const last4 = number.slice(-4)
      const fingerprint = createHash('sha256').update(`sandbox ${number}`).digest('hex').slice(0, 32)
      await client.query('insert into sandbox_objects (id, data) values ($1, $2)', [
        id,
        JSON.stringify({
          id,
          object: 'card',
          behaviour,
          brand,
          last4,
          exp_month,
          exp_year,
          fingerprint,
          customer,
          three_d_secure_status: 'verified',
        }),
      ])
      await client.query(
        `insert into payment_methods (id, user_id, gateway, gateway_customer, gateway_card, fingerprint, brand, last4,
           exp_month, exp_year, is_default, created_at)
         values ($1, $2, 'sandbox', $3, $4, $5, $6, $7, $8, $9, $10, now() - make_interval(days => 40 - $11::int))`,
        [uuidv7(), user, customer, id, fingerprint, brand, last4, exp_month, exp_year, index === 0, -index],
      )
    }
  }
}
