import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Reads .env when there is one. What the caller's environment already says wins. */
export function readEnvironmentFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

export function dataDir(): string {
  return resolve(root, process.env['DATA_DIR'] || '.data')
}
