// npm run keys: what still needs each secret key that this installation has worked with, and which may be taken out.
import { loadConfig } from '@shirogane/api/config'
import { dbOf, openPool } from '@shirogane/api/db/sql'
import { type KeyStatus, keyStatus, openKeys } from '@shirogane/api/features/keys/index'
import { openDatabase } from './lib/database.ts'
import { readEnvironmentFile } from './lib/environment.ts'
import { runCommand, step } from './lib/progress.ts'

await runCommand(async () => {
  readEnvironmentFile()
  const database = await openDatabase()
  const pool = openPool({ url: database.url, max: 1, name: 'shirogane keys', onError: () => undefined })
  try {
    const config = loadConfig({ ...process.env, DATABASE_URL: database.url })
    const db = dbOf(pool)
    const { keys, trouble } = await openKeys(db, config)
    if (trouble !== null) process.stdout.write(`  WRONG  ${trouble}\n`)
    for (const status of await keyStatus(db, keys, config, new Date())) step(sayOf(status, keys.id))
    if (trouble !== null) process.exitCode = 1
  } finally {
    await pool.end()
    await database.close()
  }
})

function sayOf(status: KeyStatus, current: string): string {
  const { id, is_given, is_newest, may_go, encrypted, codes, sessions, passwords, tickets_until } = status
  const rows = Object.entries(encrypted).map(([table, count]) => `${table} ${count}`)
  const hashed = passwords > 0 ? [`${passwords} passwords and PINs`] : []
  if (is_newest) {
    const role = id === current ? 'the current one' : 'the newest one, and not SECRET_KEY of this environment'
    return `Key ${id}, ${role}: ${[...rows, ...hashed].join(', ') || 'nothing yet'}`
  }
  const needed = [
    ...rows,
    ...(codes > 0 ? [`${codes} codes that are still good`] : []),
    ...(sessions > 0 ? [`${sessions} sessions, whose people would log in anew`] : []),
    ...(tickets_until > new Date() ? [`forms that were begun, until ${tickets_until.toISOString()}`] : []),
  ]
  const kept =
    hashed.length > 0
      ? ` (its part in ${hashed.join('')}, is kept under the newest one until each is typed)`
      : ''
  if (may_go) return `Key ${id} ${is_given ? 'may be taken out of SECRET_KEY_PREVIOUS' : 'has gone'}${kept}`
  return `Key ${id} is still needed: ${needed.join(', ') || 'its part in passwords is yet to be kept'}`
}
