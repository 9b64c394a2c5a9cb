import type { KeyObject } from 'node:crypto'
import type { SessionSecrets } from '../features/auth/sessions/session-keys.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

export type Config = {
  readonly production: boolean
  /** The demo brand with its cast; never together with production. */
  readonly demo: boolean
  readonly port: number
  readonly host: string
  readonly publicUrl: URL
  readonly dataDir: string
  /** Never the owner's address: a serving process has no use for it. */
  readonly databaseUrl: string
  /** Connections of this process to the database; a small pool is faster than a large one. */
  readonly databasePool: number
  /** How long a write may go without an answer before the database counts as standing still. */
  readonly databasePatienceMs: number
  /** At least 256 bits; every key of what is kept is derived from it. */
  readonly secretKey: Uint8Array
  /** What was made with one of these is good as well. */
  readonly previousSecretKeys: readonly Uint8Array[]
  /** The keys of sessions are derived from these: they may change while the installation is open. */
  readonly sessionSecrets: SessionSecrets
  readonly storeUrl: URL | null
  /** The public key that the online store signs with; with null, what the store's link carries cannot be redeemed. */
  readonly storeClientKey: KeyObject | null
  /** Where mails are handed over, and whom they come from; null without a mail server. */
  readonly mail: {
    readonly url: URL
    readonly from: string
    /** Whether a server that does not encrypt is refused. */
    readonly needsTls: boolean
  } | null
  /** The carrier that sends SMS; null without one. */
  readonly sms: {
    readonly url: URL
    readonly account: string
    readonly token: string
    readonly from: string
  } | null
  /** What rings people's devices; null without a key of our own. */
  readonly push: {
    readonly publicKey: string
    readonly privateKey: string
    readonly subject: string
    readonly services: readonly string[]
  } | null
  /** Who takes cards and where they are typed in; null takes none. Without an account the demo has its own sandbox. */
  readonly cards: {
    readonly payjp: {
      readonly url: URL
      readonly secretKey: string
      readonly publicKey: string
      readonly webhookToken: string
    } | null
    /** The second port, under which the card form stands: another origin than the app's. */
    readonly port: number
    /** Whether any free port will do where this one is taken: two demos on one machine want the same one. */
    readonly mayMove: boolean
    readonly url: URL | null
  } | null
  readonly metricsToken: string | null
  /** `postgres` lets several processes reach each other's sockets. */
  readonly socketAdapter: 'memory' | 'postgres'
  /** Proxies in front of us whose X-Forwarded-For counts. */
  readonly trustProxy: number
  readonly logLevel: LogLevel
  /** Compares every answer with the contract before it leaves. */
  readonly checkAnswers: boolean
  /** The caps on ordinary calls. Off only for measuring, and never in production. */
  readonly rateLimits: boolean
  /** The built web app; null serves the API alone. */
  readonly webDir: string | null
}
