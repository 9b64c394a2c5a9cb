import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Wire } from './wire.ts'

/** What a fault can take hold of. */
export interface Site {
  serverPid: number
  databasePid: number
  /** As the owner, past the lines that are struck. */
  db: pg.Pool
  /** From the registers and phones to the server. */
  registers: Wire
  /** From the server to the database. */
  database: Wire
  random(): number
}

export interface Fault {
  name: string
  /** Settles when the fault is over. */
  strike(site: Site): Promise<void>
}

/** What goes wrong without anybody dying. Doses are small, so that a shop still sells; rounds repeat them. */
export const faults: readonly Fault[] = [
  {
    name: 'the lines of the registers cut',
    strike: ({ registers }) => registers.during({ cut: 0.08 }, () => sleep(2_000)),
  },
  {
    name: 'the lines to the database cut',
    strike: ({ database }) => database.during({ cut: 0.01 }, () => sleep(2_000)),
  },
  {
    name: 'the server standing still',
    strike: ({ serverPid, random }) => standStill([serverPid], 300 + random() * 3_000),
  },
  {
    name: 'the database standing still',
    async strike({ db, databasePid, random }) {
      const { rows } = await db.query<{ pid: number }>('select pid from pg_stat_activity')
      await standStill([databasePid, ...rows.map(({ pid }) => pid)], 300 + random() * 3_000)
    },
  },
  {
    name: 'a long way to the database',
    strike: ({ database, random }) =>
      database.during({ delayMs: 20 + Math.floor(random() * 180) }, () => sleep(2_500)),
  },
  {
    name: 'everybody shown out of the database',
    async strike({ db }) {
      for (let time = 1; time <= 4; time += 1) {
        await db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'shirogane%'`,
        )
        await sleep(400)
      }
    },
  },
]

/** A process that wakes up believes that it was awake all the time: its leases and deadlines may be over. */
async function standStill(pids: readonly number[], ms: number): Promise<void> {
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It ended in the meantime.
      }
    }
  }
  signal('SIGSTOP')
  try {
    await sleep(ms)
  } finally {
    signal('SIGCONT')
  }
}
