import { loadConfig } from '@shirogane/api/config'
import { migrate } from '@shirogane/api/db/migrate'
import { seed, type SeedReport } from '@shirogane/api/seed/seed'
import { step } from './progress.ts'

export async function migrateDatabase(url: string): Promise<void> {
  await migrate(url, step)
}

/** Fills an empty database with the demo brand; one with data in it is left as it is. */
export async function seedWhenEmpty(url: string): Promise<SeedReport | null> {
  const config = loadConfig({ ...process.env, DATABASE_URL: url })
  if (!config.demo) return null
  return seed(url, config, step)
}
