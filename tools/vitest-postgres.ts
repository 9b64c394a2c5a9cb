import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTemporaryPostgres } from '@shirogane/embedded-postgres'

/**
 * One PostgreSQL for the whole test run; each test clones its own database from a template in it. Tests find it in
 * TEST_DATABASE_URL, which may also name a server of the developer's own. Whatever tests leave in the temporary folder goes
 * with the run.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined
  const server = await startTemporaryPostgres({ durable: false })
  process.env['TEST_DATABASE_URL'] = server.url
  const before = tmpdir()
  const folder = mkdtempSync(join(before, 'shirogane-tests-'))
  // Under root the databases that tests start are another user's.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}
