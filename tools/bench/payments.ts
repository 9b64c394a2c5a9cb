import { randomInt } from 'node:crypto'
import { uuidv7 } from '@shirogane/api/db/uuid'
import { renewAccess, type Session, signIn } from '../lib/call.ts'
import type { Service } from '../lib/service.ts'
import { issueCodes } from './codes.ts'
import { drive, head, tail } from './drive.ts'
import type { LoadReport } from './load.ts'
import { type Clerk, password, type World } from './world.ts'

export type SignedIn = Session & { clerk: Clerk }

export async function signInClerks(origin: string, clerks: readonly Clerk[]): Promise<SignedIn[]> {
  const signedIn: SignedIn[] = []
  for (const clerk of clerks) signedIn.push({ clerk, ...(await signIn(origin, clerk.number, password)) })
  return signedIn
}

/** Access tokens live for five minutes; a register renews its own on a timer, and so do these. */
export async function renewAll(origin: string, clerks: readonly Session[]): Promise<void> {
  for (const clerk of clerks) await renewAccess(origin, clerk)
}

export interface PaymentLoad {
  clients: number
  seconds: number
  warmSeconds: number
  /** How many codes to have ready; more than twice what the rounds before needed. */
  codes: number
  /** What is sold: an amount that staff typed, or two articles of the catalogue whose stock moves with them. */
  sale: Sale
}

export type Sale = 'amount' | 'articles'

/**
 * One round of payments, paid with points, balance and cash together, each at the register of its clerk with a fresh
 * code, its own key and its own id, both made as the app's register makes them.
 */
export async function measurePayments(
  world: World,
  service: Service,
  clerks: readonly SignedIn[],
  { clients, seconds, warmSeconds, codes, sale }: PaymentLoad,
): Promise<LoadReport> {
  await renewAll(service.origin, clerks)
  const tokens = await issueCodes(world, codes)
  await world.db.query('checkpoint')
  const active = clerks.slice(0, clients)
  return drive({
    port: service.port,
    clients,
    warmSeconds,
    seconds,
    heads: active.map(({ access }) =>
      head('POST', '/v1/transactions/pay', { Authorization: `Bearer ${access}` }),
    ),
    // The register is left to the server, which takes the first of the store, unless the store has many.
    tails: tokens.map((token) => tail(paymentBody(world, token, sale), { 'Idempotency-Key': uuidv7() })),
    repeat: false,
  })
}

export function paymentBody({ skus }: World, token: string, sale: Sale = 'articles') {
  const [one, two] = [skus[randomInt(skus.length)]!, skus[randomInt(skus.length)]!]
  const total = one.price + 2 * two.price
  const tenders = { points: 10, balance: 500, cash: total - 510 }
  return {
    token,
    transaction_id: uuidv7(),
    ...(sale === 'amount'
      ? { amount: total }
      : {
          items: [
            { sku_id: one.id, quantity: 1 },
            { sku_id: two.id, quantity: 2 },
          ],
        }),
    tenders,
    cash_tendered: Math.ceil(tenders.cash / 1000) * 1000,
  }
}
