import { database } from '@shirogane/testkit/database'
import { expect, test } from 'vitest'
import type { Db } from '../db/sql.ts'
import type { Sessions } from '../features/auth/index.ts'
import { openLog } from '../log.ts'
import { listenForRevocations } from './revocations.ts'

test('what ended while nothing was heard is looked for until it is found, also where the first look fails', async () => {
  const data = await database()
  const forgotten: string[] = []
  let looks = 0
  const stop = await listenForRevocations({
    url: data.serviceUrl,
    db: {
      rows: async () => {
        looks += 1
        if (looks === 1) throw new Error('the pool has no connection yet')
        return [{ id: 'ended meanwhile' }]
      },
    } as unknown as Db,
    sessions: { forget: (id: string) => forgotten.push(id) } as unknown as Sessions,
    log: openLog('silent'),
    now: () => new Date(),
  })
  await data.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'shirogane revocations'`,
  )
  await expect.poll(() => forgotten).toEqual(['ended meanwhile'])
  const [{ ears } = { ears: 0 }] = await data.query<{ ears: number }>(
    `select count(*)::int as ears from pg_stat_activity
     where datname = current_database() and application_name = 'shirogane revocations'`,
  )
  expect(ears).toBe(1)
  await stop()
  await data.close()
})
