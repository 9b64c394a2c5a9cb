import { type Postgres, startPostgres } from '@shirogane/embedded-postgres'
import { atEnd } from './at-end.ts'

/** A database that this command alone uses: it ends with the command, however that ends. */
export async function startOwnPostgres(
  dataDir: string,
  settings?: Record<string, string>,
): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, settings })
  const callOff = atEnd(() => {
    try {
      process.kill(postgres.pid, 'SIGINT')
    } catch {
      // It was gone already.
    }
  })
  return {
    ...postgres,
    stop: async () => {
      callOff()
      await postgres.stop()
    },
    kill: async () => {
      callOff()
      await postgres.kill()
    },
  }
}
