import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { PostgresTrouble } from './trouble.ts'

/** The system user that PostgreSQL runs as. It refuses to be root, so root lends it another one. */
export interface Owner {
  uid: number
  gid: number
}

/** Null for an ordinary user, who runs PostgreSQL as himself. */
export function chooseOwner(cluster: string): Owner | null {
  if (process.getuid?.() !== 0) return null
  const existing = ownerOf(cluster)
  if (existing && existing.uid !== 0) return existing
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name)
    // macOS writes nobody as -2, which the kernel knows as an unsigned number.
    if (user) return { uid: Number(user[2]) >>> 0, gid: Number(user[3]) >>> 0 }
  }
  throw new PostgresTrouble(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody" to lend it: start as an ordinary user, or set DATABASE_URL.',
  )
}

function ownerOf(path: string): Owner | null {
  try {
    const { uid, gid } = statSync(path)
    return { uid, gid }
  } catch {
    return null
  }
}

/** Whether the lent user can walk down to this folder. A checkout under /root is closed to everybody else. */
export function canReach(owner: Owner | null, folder: string): boolean {
  if (!owner) return true
  for (let path = folder; ; path = dirname(path)) {
    try {
      const { mode, uid, gid } = statSync(path)
      const executeBit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
      if (!(mode & executeBit)) return false
    } catch {
      // A folder that is still to be made will be made open.
    }
    if (dirname(path) === path) return true
  }
}
