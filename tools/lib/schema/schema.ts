import { type Config } from '@shirogane/api/config'
import { migrate, MigrationTrouble, refuseOutdated } from '@shirogane/api/db/migrate'
import { admitService, findTooManyRights, serviceNeedsItsOwnUser } from '@shirogane/api/db/service-role'
import { dbOf } from '@shirogane/api/db/sql'
import { seed, type SeedReport } from '@shirogane/api/seed/seed'
import pg from 'pg'
import { checkOutside, type Database } from '../database.ts'
import { Sentence, step } from '../progress.ts'

/**
 * Brings the database to the newest shape and lets the service's user in, and answers with the address of the owner who
 * did; null where no owner is known, and all of it must have been done before.
 */
export async function readyDatabase({ production }: Config, database: Database): Promise<string | null> {
  const { url, ownerUrl } = database
  if (ownerUrl !== null) {
    // Before anything is changed. A user whom only the migration lets in does not sign in yet, and is looked at afterwards.
    if (production) refuseTooMany(await rightsOf(url).catch(() => null))
    await migrateDatabase(database)
  }
  const tooMany = await rightsOf(url)
  if (production) refuseTooMany(tooMany)
  if (tooMany !== null) step(`${tooMany}. For real money ${serviceNeedsItsOwnUser}`)
  if (tooMany !== null && ownerUrl === null) {
    await migrateDatabase(database)
    return url
  }
  await refuseOutdated(url).catch(
    inSentences(
      (said) =>
        `The user of DATABASE_URL cannot work as the application (${said}): run "npm run db:migrate" with DATABASE_OWNER_URL first.`,
    ),
  )
  return ownerUrl
}

/** The same as the owner, or as the user whom DATABASE_URL names. */
export async function migrateDatabase({ url, ownerUrl, isOutside }: Database): Promise<void> {
  const migrating = async (): Promise<void> => {
    await migrate(ownerUrl ?? url, step)
    if (ownerUrl !== null) await admitService(ownerUrl, url)
  }
  await migrating().catch(
    inSentences((said) =>
      ownerUrl === null
        ? `The user of DATABASE_URL may not change that database (${said}): name its owner in DATABASE_OWNER_URL.`
        : `The user of DATABASE_OWNER_URL may not change that database (${said}): use its owner, with the right to create roles.`,
    ),
  )
  if (ownerUrl !== null && isOutside) await checkOutside('DATABASE_URL', url)
}

/** Fills an empty database with the demo brand, as its owner; one with data in it is left as it is. Null without a demo. */
export async function seedWhenEmpty(config: Config, ownerUrl: string | null): Promise<SeedReport | null> {
  return config.demo && ownerUrl !== null ? seed(ownerUrl, config, step) : null
}

function refuseTooMany(tooMany: string | null): void {
  if (tooMany !== null) throw new Sentence(`${tooMany}: ${serviceNeedsItsOwnUser}`)
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

/** What the database refuses for want of a right, or because there is no such role, is said with what to do about it. */
function inSentences(sentence: (said: string) => string): (error: unknown) => never {
  return (error) => {
    if (error instanceof MigrationTrouble) throw new Sentence(error.message)
    if (error instanceof Error && 'code' in error && ['42501', '22023'].includes(String(error.code)))
      throw new Sentence(sentence(error.message))
    throw error
  }
}
