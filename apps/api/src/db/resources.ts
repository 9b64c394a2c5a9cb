import type { Log } from '../log.ts'

type DatabaseError = { code?: string; severity?: string }

/**
 * The database had no disk, memory or connection left for a statement and undid it (class 53), a commit included: where
 * room ends in the middle of writing one, the server goes down in a panic, and only that leaves the outcome open.
 */
export function ranOut(error: unknown): boolean {
  const { code = '', severity = '' } = error as DatabaseError
  return code.startsWith('53') && (severity === 'ERROR' || severity === 'FATAL')
}

/** No room on the disk, which no waiting of a moment will make. */
export const isDiskFull = (error: unknown): boolean =>
  ranOut(error) && (error as DatabaseError).code === '53100'

/**
 * How long after the last refusal the disk counts as full: there is no message when it has room again, the next write
 * shows it.
 */
const fullMs = 30_000
const saidEveryMs = 60_000

export type DiskWatch = {
  /** Hears of everything that went wrong. */
  note(error: unknown): void
  isFull(): boolean
}

/** Knows from what the database refuses that its disk is full, and says so once a minute and not once for each sale. */
export function watchDisk(log: Log, now: () => Date): DiskWatch {
  let refusedAt = -Infinity
  let saidAt = -Infinity
  return {
    note(error) {
      if ((error as DatabaseError | null)?.code !== '53100') return
      refusedAt = now().getTime()
      if (refusedAt - saidAt < saidEveryMs) return
      saidAt = refusedAt
      log.error(
        { event: 'disk_full', err: error },
        'the disk of the database is full: nothing can be posted until there is room',
      )
    },
    isFull: () => now().getTime() - refusedAt < fullMs,
  }
}
