import { constants, existsSync } from 'node:fs'
import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { root } from '../lib/environment.ts'

/** Folders whose contents belong to the running server alone: a copy of them is of no use, and one of the WAL is dangerous. */
const ofTheServer = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
const ofThisRun = ['postmaster.pid', 'postmaster.opts']

/**
 * What a server needs to keep its WAL in a folder that it may write, by the script of a real installation: a copy of it, because a
 * checkout may be closed to the user that PostgreSQL runs as.
 */
export async function archiving(archive: string): Promise<Record<string, string>> {
  const script = `${archive}.sh`
  await copyFile(join(root, 'deploy/archive-wal.sh'), script)
  return { archive_mode: 'on', archive_command: `sh "${script}" "%p" "%f" "${archive}"` }
}

/** What makes a restored base go on to a moment, by the archive, and be an installation of its own from there. */
export function recovering(archive: string, moment: Date): Record<string, string> {
  const kept = (name: string) => join(archive, `${name}.gz`)
  return {
    restore_command: `test -f "${kept('%f')}" && gzip -dc "${kept('%f')}" > "%p"`,
    // Names of zones, and so its Z, are not known yet when the server reads this.
    recovery_target_time: moment.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    // Ready then means that it is there, not that it can be read on its way.
    hot_standby: 'off',
  }
}

/** Copies a running cluster, as pg_basebackup would, which the embedded PostgreSQL does not bring along. */
export async function takeBase(url: string, cluster: string, base: string): Promise<void> {
  // One session begins and ends it.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('drill', true)`)
    await copyCluster(cluster, base)
    // Answers once every segment that the copy needs is in the archive.
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)')
    await writeBeside(cluster, join(base, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }
}

/** Lays a base down where a server is to start on it and to go on from there by the archive. */
export async function layDown(base: string, cluster: string): Promise<void> {
  await copyCluster(base, cluster)
  await writeBeside(base, join(cluster, 'recovery.signal'), '')
}

/** Ends the segment that is being written, and waits until it is kept. */
export async function archiveAll(db: pg.Pool, archive: string): Promise<void> {
  const { rows } = await db.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const deadline = performance.now() + 30_000
  while (!existsSync(join(archive, `${rows[0]!.name}.gz`))) {
    if (performance.now() > deadline) throw new Error(`${rows[0]!.name} does not reach the archive.`)
    await sleep(20)
  }
}

/** Root copies for the user that PostgreSQL runs as. A running server removes files while they are copied. */
async function copyCluster(from: string, to: string): Promise<void> {
  const { uid, gid, mode } = await stat(from)
  const copy = async (source: string, target: string, isTop: boolean): Promise<void> => {
    await makeEmpty(target, { uid, gid, mode })
    for (const entry of await readdir(source, { withFileTypes: true })) {
      if (isTop && ofThisRun.includes(entry.name)) continue
      const [one, other] = [join(source, entry.name), join(target, entry.name)]
      if (!entry.isDirectory()) await copyOwned(one, other, { uid, gid })
      else if (isTop && ofTheServer.includes(entry.name)) await makeEmpty(other, { uid, gid, mode })
      else await copy(one, other, false)
    }
  }
  await mkdir(dirname(to), { recursive: true, mode: 0o755 })
  await copy(from, to, true)
}

interface Owned {
  uid: number
  gid: number
}

async function makeEmpty(folder: string, { uid, gid, mode }: Owned & { mode: number }): Promise<void> {
  await mkdir(folder, { mode })
  await chown(folder, uid, gid)
}

async function copyOwned(from: string, to: string, { uid, gid }: Owned): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await chown(to, uid, gid)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

async function writeBeside(owner: string, file: string, text: string): Promise<void> {
  const { uid, gid } = await stat(owner)
  await writeFile(file, text, { mode: 0o600 })
  await chown(file, uid, gid)
}
