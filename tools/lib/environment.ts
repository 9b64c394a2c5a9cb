import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Reads .env when there is one. What the caller's environment already says wins. */
export function readEnvironmentFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * The environment as it will be once the embedded database runs, for settings that are looked at beforehand. Production
 * has none that comes along, so there a missing address is named with all else that is wrong.
 */
export function withDatabase(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isGiven = Boolean(env['DATABASE_URL']?.trim()) || env['NODE_ENV']?.trim() === 'production'
  return isGiven ? env : { ...env, DATABASE_URL: 'postgres://embedded' }
}

export function dataDir(): string {
  return resolve(root, process.env['DATA_DIR'] || '.data')
}

/** What Node made of the sources, as `npm start` keeps it: half of the time of a start. */
export const compiledFolder = join(root, 'node_modules', '.cache', 'compiled')
