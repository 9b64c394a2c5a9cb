import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { canReach, chooseOwner, type Owner } from './owner.ts'
import { errorText, explain, PostgresTrouble } from './trouble.ts'

/** Where everything of one database lies. */
export interface Home {
  folder: string
  cluster: string
  logFile: string
  passwordFile: string
  portFile: string
  leases: string
  owner: Owner | null
}

const freeBytesAtLeast = 64 * 1024 * 1024

/** Makes the folder of the database and says in one sentence why it cannot, if it cannot. */
export function openHome(dataDir: string, log: (line: string) => void): Home {
  try {
    makeOpenFolder(dataDir)
    const asked = realpathSync(dataDir)
    const owner = chooseOwner(join(asked, 'cluster'))
    const folder = canReach(owner, asked) ? asked : reachableFolder(asked, log)
    refuseForeignOwner(join(folder, 'cluster'))
    refuseFullDisk(folder)
    const leases = join(folder, 'leases')
    mkdirSync(leases, { recursive: true })
    return {
      folder,
      cluster: join(folder, 'cluster'),
      logFile: join(folder, 'postgres.log'),
      passwordFile: join(folder, 'cluster', 'shirogane.password'),
      portFile: join(folder, 'port'),
      leases,
      owner,
    }
  } catch (error) {
    if (error instanceof PostgresTrouble) throw error
    throw explain(errorText(error), { dataDir, logFile: join(dataDir, 'postgres.log') })
  }
}

/** A folder that the lent user can walk through under any umask. */
function makeOpenFolder(folder: string): void {
  if (existsSync(folder)) return
  if (!existsSync(dirname(folder))) makeOpenFolder(dirname(folder))
  mkdirSync(folder)
  if (process.getuid?.() === 0) chmodSync(folder, 0o755)
}

/**
 * Root's own folders are closed to the user that PostgreSQL runs as, so the files go to /var/lib and the asked folder
 * keeps a note saying where. Deleting the asked folder still means starting with an empty database.
 */
function reachableFolder(asked: string, log: (line: string) => void): string {
  const note = join(asked, 'location')
  if (!existsSync(note)) {
    writeFileSync(note, join('/var/lib/shirogane', randomBytes(6).toString('hex')))
  }
  const folder = readFileSync(note, 'utf8').trim()
  makeOpenFolder(folder)
  log(`Only root may enter ${asked}, so the database's files lie in ${folder}.`)
  return realpathSync(folder)
}

function refuseForeignOwner(cluster: string): void {
  const me = process.getuid?.()
  if (me === undefined || me === 0 || !existsSync(cluster)) return
  if (statSync(cluster).uid !== me) {
    throw new PostgresTrouble(
      `The database in ${cluster} belongs to another user: start as that user or as root, or set DATA_DIR to a folder of your own.`,
    )
  }
}

function refuseFullDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < freeBytesAtLeast)
    throw explain('No space left on device', { dataDir: folder, logFile: '' })
}
