import { type Config } from '@shirogane/api/config'
import { migrate, MigrationTrouble, refuseOutdated } from '@shirogane/api/db/migrate'
import { admitService, findTooManyRights, serviceNeedsItsOwnUser } from '@shirogane/api/db/service-role'
import { dbOf } from '@shirogane/api/db/sql'
import { seed, type SeedReport } from '@shirogane/api/seed/seed'
import pg from 'pg'
import { checkOutside, type Database } from './database.ts'
import { Sentence, step } from './progress.ts'

/** Brings the database to the newest shape, and lets the service's user in, where somebody may do that. */
export async function readyDatabase({ production }: Config, database: Database): Promise<void> {
  const { url, ownerUrl } = database
  if (ownerUrl !== null) await migrateDatabase(database)
  const tooMany = await rightsOf(url)
  if (tooMany !== null && production) throw new Sentence(`${tooMany}: ${serviceNeedsItsOwnUser}`)
  if (tooMany !== null) step(`${tooMany}. For real money ${serviceNeedsItsOwnUser}`)
  if (tooMany !== null && ownerUrl === null) await migrateDatabase(database)
  else await inSentences(database, () => refuseOutdated(url))
}

/** The same as the owner, or as whoever DATABASE_URL names. */
export async function migrateDatabase(database: Database): Promise<void> {
  const { url, ownerUrl, isOutside } = database
  await inSentences(database, async () => {
    await migrate(ownerUrl ?? url, step)
    if (ownerUrl !== null) await admitService(ownerUrl, url)
  })
  if (ownerUrl !== null && isOutside) await checkOutside('DATABASE_URL', url)
}

/** Fills an empty database with the demo brand; one with data in it is left as it is. Null when there is no demo. */
export async function seedWhenEmpty(config: Config, { url, ownerUrl }: Database): Promise<SeedReport | null> {
  return config.demo ? seed(ownerUrl ?? url, config, step) : null
}

async function rightsOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await findTooManyRights(dbOf(client))
  } finally {
    await client.end()
  }
}

/** What a database refuses is said with what to do about it. */
async function inSentences({ ownerUrl, isOutside }: Database, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof MigrationTrouble) throw new Sentence(error.message)
    if (hasCode(error, '42501')) {
      throw new Sentence(
        isOutside && ownerUrl === null
          ? `The user of DATABASE_URL may not change that database (${error.message}): name its owner in DATABASE_OWNER_URL.`
          : `The user of DATABASE_OWNER_URL may not change that database (${error.message}): use its owner, with the right to create roles.`,
      )
    }
    // Nobody has let the user of DATABASE_URL in yet.
    if (hasCode(error, '22023')) {
      throw new Sentence(
        `The user of DATABASE_URL cannot work as the application (${error.message}): run "npm run db:migrate" with DATABASE_OWNER_URL first.`,
      )
    }
    throw error
  }
}

function hasCode(error: unknown, code: string): error is Error {
  return error instanceof Error && 'code' in error && error.code === code
}
