import type { PurchaseRefused } from '@shirogane/contract/wire/events'
import type { Gatherer } from '@shirogane/ledger'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { Asking } from './db/deadlines.ts'
import type { Db, Tx } from './db/sql.ts'
import type { Standstill } from './db/standstill.ts'
import type { Keys } from './features/auth/keys.ts'
import type { Gateways } from './gateways/index.ts'
import type { ObjectStore } from './gateways/objects.ts'
import type { Runs } from './jobs/record-runs.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { SessionKeys } from './features/auth/sessions/session-keys.ts'
import type { Sessions } from './features/auth/sessions/session-state.ts'
import type { Recent } from './lib/recent.ts'
import type { Log } from './log.ts'

/** Everything that an operation may reach outside its own arguments. */
export type Context = {
  readonly config: Config
  /** For the few who need a connection of their own, such as the dispatcher and the ledger's gatherer. */
  readonly pool: pg.Pool
  /** Reads, and single statements. */
  readonly db: Db
  /** Runs the work in one transaction: commits when it returns, rolls back when it throws. */
  transact<T>(work: (tx: Tx) => Promise<T>, asking?: Asking): Promise<T>
  /** Whether the database takes what is asked of it and answers nothing. */
  readonly standstill: Standstill
  now(): Date
  /** The workers of this process do nothing by themselves: it is driven by hand, one act after the other. */
  readonly isManual: boolean
  readonly log: Log
  /** Keeps when each job last ran. */
  readonly runs: Runs
  readonly keys: Keys
  readonly sessionKeys: SessionKeys
  readonly sessions: Sessions
  readonly limits: RateLimits
  /** Files that people sent us, in the form we gave them. */
  readonly objects: ObjectStore
  /** Files that are never served under an address. Only the slice that encrypts them with their keys asks for it. */
  readonly privateObjects: ObjectStore
  /** What has to be known when the database goes back to a moment of its past: who has left since, and what was chained. */
  readonly notes: ObjectStore
  /** Payments go through here, so that those that arrive together share one commit. */
  readonly gatherer: Gatherer
  /** Says that a commit just left something in the outbox, so that it goes out at once and not with the next poll. */
  wakeOutbox(): void
  /** The mail server, the carrier and the push services; only the messenger and the pusher talk to them. */
  readonly gateways: Gateways
  /** Says that a commit just left a mail or an SMS behind. */
  wakeMessenger(): void
  /** Says that a commit just left an event for a person who may be listening. */
  wakeLive(): void
  /**
   * Notifies a customer's open screens at once. Nothing of it is stored, so a screen that is not listening misses it.
   */
  notifyRefused(userId: string, event: PurchaseRefused): void
  /** Refusals that this process told last. */
  readonly notifiedRefusals: Recent
  /** Lists that only grow and were longer than anybody counts when this process last looked. */
  readonly longLists: Recent
  /** Registers that this process turned away for trying too many unknown codes, and until when they must wait. */
  readonly guessers: Map<string, number>
  /** Says that a commit just left notices behind that ring on devices. */
  wakePusher(): void
}

export type { Actor, EmployeeType, RegisterDevice } from './actor.ts'
