import { randomInt, randomUUID } from 'node:crypto'
import { uuidv7 } from '@shirogane/api/db/uuid'
import type { Service } from '../lib/service.ts'
import { issueCodes } from './codes.ts'
import { drive, head, tail } from './drive.ts'
import type { LoadReport } from './load.ts'
import { type Clerk, password, type World } from './world.ts'

export interface SignedIn {
  clerk: Clerk
  refresh: string
  access: string
}

/** Signs in as programs do: the secret of the session in the answer, no cookie. */
export async function signIn(
  service: Service,
  credential: string,
): Promise<{ access: string; refresh: string }> {
  const { token } = await call<{ token: { access_token: string; refresh_token: string } }>(
    service,
    'POST',
    '/v1/auth/login',
    { credential, password },
  )
  return { access: token.access_token, refresh: token.refresh_token }
}

export async function signInClerks(service: Service, clerks: readonly Clerk[]): Promise<SignedIn[]> {
  const signedIn: SignedIn[] = []
  for (const clerk of clerks) signedIn.push({ clerk, ...(await signIn(service, clerk.number)) })
  return signedIn
}

/** Access tokens live for five minutes; a register renews its own on a timer, and so do these. */
export async function renew(service: Service, clerks: readonly SignedIn[]): Promise<void> {
  for (const one of clerks) {
    const { access_token } = await call<{ access_token: string }>(
      service,
      'PATCH',
      '/v1/auth/refreshAccessToken',
      {
        refresh_token: one.refresh,
      },
    )
    one.access = access_token
  }
}

async function call<T>(service: Service, method: string, path: string, body: unknown): Promise<T> {
  const answer = await fetch(service.origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Client-Type': 'api' },
    body: JSON.stringify(body),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${said}`)
  return JSON.parse(said) as T
}

export interface PaymentLoad {
  clients: number
  seconds: number
  warmSeconds: number
  /** How many codes to have ready; what the last rounds needed and half as much again. */
  codes: number
}

/**
 * One round of payments: two lines from the catalogue, paid with points, balance and cash together, each at the
 * register of its clerk with a fresh code, its own key and its own id.
 */
export async function measurePayments(
  world: World,
  service: Service,
  clerks: readonly SignedIn[],
  { clients, seconds, warmSeconds, codes }: PaymentLoad,
): Promise<LoadReport> {
  await renew(service, clerks)
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
    tails: tokens.map((token) => tail(payment(world, token), { 'Idempotency-Key': randomUUID() })),
    repeat: false,
  })
}

function payment({ skus }: World, token: string) {
  const [one, two] = [skus[randomInt(skus.length)]!, skus[randomInt(skus.length)]!]
  const total = one.price + 2 * two.price
  const tenders = { points: 10, balance: 500, cash: total - 510 }
  return {
    token,
    transaction_id: uuidv7(),
    items: [
      { sku_id: one.id, quantity: 1 },
      { sku_id: two.id, quantity: 2 },
    ],
    tenders,
    cash_tendered: Math.ceil(tenders.cash / 1000) * 1000,
  }
}
