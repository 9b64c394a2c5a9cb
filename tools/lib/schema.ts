import { type Config } from '@shirogane/api/config'
import { migrate, MigrationTrouble } from '@shirogane/api/db/migrate'
import { seed, type SeedReport } from '@shirogane/api/seed/seed'
import { Sentence, step } from './progress.ts'

/** Brings the database to the newest shape. */
export async function migrateDatabase(config: Config): Promise<void> {
  try {
    await migrate(config.databaseUrl, step)
  } catch (error) {
    if (error instanceof MigrationTrouble) throw new Sentence(error.message)
    if (hasCode(error, '42501')) {
      throw new Sentence(
        `The user of DATABASE_URL may not change that database (${error.message}): use its owner, or give the user the right to create schemas and roles.`,
      )
    }
    throw error
  }
}

/** Fills an empty database with the demo brand; one with data in it is left as it is. Null when there is no demo. */
export async function seedWhenEmpty(config: Config): Promise<SeedReport | null> {
  return config.demo ? seed(config.databaseUrl, config, step) : null
}

function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code
}
