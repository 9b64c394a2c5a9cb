import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { majorVersion } from './binaries.ts'
import type { Home } from './home.ts'
import { isAlive } from './processes.ts'
import { errorCode, errorText, explain, PostgresTrouble } from './trouble.ts'

const run = promisify(execFile)

export const superuser = 'shirogane'

/** Nothing of the caller's environment reaches PostgreSQL: a stray PGDATA or locale would change what it does. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Makes the cluster if there is none; refuses one that this PostgreSQL cannot read. Returns the password. */
export async function prepareCluster(
  home: Home,
  programs: string,
  log: (line: string) => void,
): Promise<string> {
  if (existsSync(home.cluster)) {
    refuseUnreadable(home)
    return readPassword(home)
  }
  log('Creating the database')
  await removeUnfinished(home)
  const password = randomBytes(24).toString('base64url')
  const unfinished = join(home.folder, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordForInitdb = `${unfinished}.password`
  const giveAway = async (path: string): Promise<void> => {
    if (home.owner) await chown(path, home.owner.uid, home.owner.gid)
  }
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordForInitdb, password, { mode: 0o600 })
    await giveAway(unfinished)
    await giveAway(passwordForInitdb)
    await run(
      join(programs, 'bin', 'initdb'),
      [
        `--pgdata=${unfinished}`,
        `--username=${superuser}`,
        `--pwfile=${passwordForInitdb}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        '--no-instructions',
      ],
      { cwd: home.folder, env: serverEnvironment, ...home.owner },
    )
    await rename(passwordForInitdb, join(unfinished, basename(home.passwordFile)))
    // The name appears only when everything is in place, its password too, so an interrupted start never leaves half
    // a database, and of two starts at once one wins whole.
    await rename(unfinished, home.cluster)
    return password
  } catch (error) {
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return readPassword(home)
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw explain(said || errorText(error), { dataDir: home.folder, logFile: home.logFile })
  } finally {
    await rm(passwordForInitdb, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

function refuseUnreadable(home: Home): void {
  let version: string
  try {
    version = readFileSync(join(home.cluster, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new PostgresTrouble(
      `${home.cluster} is not a PostgreSQL database: restore it from a backup or, if its data may go, delete ${home.folder} and start again.`,
    )
  }
  if (version !== String(majorVersion)) {
    throw new PostgresTrouble(
      `The database in ${home.folder} was made by PostgreSQL ${version}, and this version of Shirogane brings PostgreSQL ${majorVersion}: start the version that made it and export the data, or set DATA_DIR to a new folder.`,
    )
  }
}

function readPassword(home: Home): string {
  try {
    return readFileSync(home.passwordFile, 'utf8').trim()
  } catch {
    throw new PostgresTrouble(
      `The database's password in ${home.passwordFile} cannot be read: restore that file, or, if its data may go, delete ${home.folder} and start again.`,
    )
  }
}

async function removeUnfinished(home: Home): Promise<void> {
  for (const name of readdirSync(home.folder)) {
    const maker = /^unfinished-(\d+)/.exec(name)?.[1]
    if (maker && !isAlive(Number(maker))) await rm(join(home.folder, name), { recursive: true, force: true })
  }
}
