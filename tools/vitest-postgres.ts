import { startTemporaryPostgres } from '@shirogane/embedded-postgres'

/**
 * One PostgreSQL for the whole test run; each test clones its own database from a template in it. Tests find it in
 * TEST_DATABASE_URL, which may also name a server of the developer's own.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined
  const server = await startTemporaryPostgres({ durable: false })
  process.env['TEST_DATABASE_URL'] = server.url
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    await server.stop()
  }
}
