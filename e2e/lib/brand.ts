import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '@shirogane/api/config'
import { migrate } from '@shirogane/api/db/migrate'
import { admitService } from '@shirogane/api/db/service-role'
import { seed } from '@shirogane/api/seed/seed'
import { moveStock } from '@shirogane/ledger'
import { withinPool } from '@shirogane/ledger/within'
import { keepWaysOpen } from '@shirogane/testkit/acts/kyc-ways'
import { endNights } from '@shirogane/testkit/acts/nights'
import { startOwnPostgres } from '@shirogane/tools/lib/own-postgres'
import { distFolder } from '@shirogane/tools/lib/code/web-build'
import { brandVariable, makeFolder, openPool, password, type Brand } from './shop.ts'

/** The demo brand in a folder, as every shop begins: made once, and copied by each shop that opens. */
export async function makeBrand(): Promise<void> {
  const brand: Brand = {
    folder: makeFolder(),
    compiled: makeFolder(),
    secretKey: randomBytes(48).toString('hex'),
  }
  const postgres = await startOwnPostgres(join(brand.folder, 'postgres'))
  await migrate(postgres.url)
  await admitService(postgres.url, postgres.serviceUrl)
  process.env['DEMO_PASSWORD'] = password
  const config = loadConfig({
    DATABASE_URL: postgres.serviceUrl,
    DATA_DIR: brand.folder,
    SECRET_KEY: brand.secretKey,
    DEMO: 'on',
  })
  await seed(postgres.url, config, () => undefined)
  await prepareShop(postgres.url)
  await postgres.stop()
  // A copy, so that a journey can put the next version in its place.
  cpSync(distFolder, join(brand.folder, 'web'), { recursive: true })
  process.env[brandVariable] = JSON.stringify(brand)
}

/**
 * Journeys of one shop sell the same few articles over and over: the main one gets a large delivery first. And they are the
 * same on every date: identity documents may be shown, and nothing is due that night.
 */
async function prepareShop(url: string): Promise<void> {
  const db = openPool(url)
  const { rows } = await db.query<{ session_id: string; actor_id: string; store_id: string; skus: string[] }>(
    `with session as (
       insert into sessions (id, user_id, handle, device_id, client, salt, acknowledged, absolute_expires_at)
       select uuidv7(), user_id, 'delivery', 'delivery', 'api', sha256('delivery'), true, now() + interval '1 hour'
       from employees where number = 'E0002' returning id, user_id
     )
     select s.id as session_id, s.user_id as actor_id, e.store_id,
       (select array_agg(l.sku_id) from ledger.stock_levels l where l.store_id = e.store_id) as skus
     from session s join employees e on e.user_id = s.user_id`,
  )
  const { skus, session_id, ...at } = rows[0]!
  const { code } = await withinPool(db, (tx) =>
    moveStock(tx, {
      ...at,
      session_id,
      route: 'inventory',
      key: randomUUID(),
      request_hash: Buffer.alloc(32),
      id: randomUUID(),
      kind: 'receive',
      supplier: '銀工舎 本工房',
      slip_number: 'KNZ1-9000',
      lines: skus.map((sku_id) => ({ sku_id, quantity: 200 })),
    }),
  )
  if (code !== null) throw new Error(`The delivery was refused: ${code}`)
  await keepWaysOpen(db)
  await endNights(db)
  await db.query(`update sessions set revoked_at = now(), revoked_reason = 'logout' where id = $1`, [
    session_id,
  ])
  await db.end()
}
