/** A database that cannot run, said in one plain sentence that tells the reader what to do about it. */
export class PostgresTrouble extends Error {
  override readonly name = 'PostgresTrouble'
}

/**
 * Turns what PostgreSQL or the file system said into a sentence a newcomer can act on.
 * The raw text stays in it where it helps, because a search for the exact words is often the next step.
 */
export function explain(raw: string, place: { dataDir: string; logFile: string }): PostgresTrouble {
  const { dataDir, logFile } = place
  const fatal =
    /(?:FATAL|PANIC|initdb: error|error):\s+(.+)/.exec(raw)?.[1]?.trim() ??
    raw.trim().split('\n').at(-1) ??
    ''
  if (/No space left on device|ENOSPC|Disk quota exceeded/i.test(raw)) {
    return new PostgresTrouble(
      `The disk that holds ${dataDir} is full: free at least 500 MB and start again.`,
    )
  }
  if (/user does not exist|could not look up effective user/i.test(raw)) {
    return new PostgresTrouble(
      'This user has no entry in /etc/passwd, which PostgreSQL needs: start as a named user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  if (
    /could not access file .*\.so|error while loading shared libraries|cannot open shared object/i.test(raw)
  ) {
    return new PostgresTrouble(
      `The PostgreSQL program files are incomplete (${fatal}): delete node_modules, run "npm ci" and start again.`,
    )
  }
  if (/could not (?:create|resize|map) .*shared memory|Cannot allocate memory/i.test(raw)) {
    return new PostgresTrouble(
      `There is not enough memory for the database (${fatal}): free about 500 MB and start again.`,
    )
  }
  if (/has (?:group or world access|invalid permissions|wrong ownership)/i.test(raw)) {
    return new PostgresTrouble(
      `The folder ${dataDir} must belong to the database's user alone (${fatal}): correct its owner and mode, or choose another DATA_DIR.`,
    )
  }
  if (/EACCES|EPERM|EROFS|ENOTDIR|EEXIST|Permission denied|Read-only file system/i.test(raw)) {
    return new PostgresTrouble(
      `The folder ${dataDir} cannot be written: correct its owner and mode, or set DATA_DIR to a folder that can.`,
    )
  }
  return new PostgresTrouble(
    `The database in ${dataDir} does not start (${fatal}): restore it from a backup or, if its data may go, delete that folder and start again. Details are in ${logFile}.`,
  )
}

/** The system's short name of a failure, such as ENOSPC. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export function errorText(error: unknown): string {
  return error instanceof Error ? `${errorCode(error)} ${error.message}` : String(error)
}
