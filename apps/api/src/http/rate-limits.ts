import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { Db } from '../db/sql.ts'
import { Problem } from './problem.ts'

export type RateLimits = {
  /** Caps on everything, counted in this process alone. */
  capAddress(ip: string): void
  capSession(sessionId: string): void
  /** Caps for one kind of call in this process, such as a search that is typed: so many in a minute or in another window. */
  capCalls(bucket: string, max: number, windowSeconds?: number): void
  /**
   * Counts a guarded act in the database, for all processes at once, and refuses when any of its buckets overflows.
   * It is counted before it is judged, so that a hundred guesses at once count as a hundred.
   */
  spend(...rules: readonly Rule[]): Promise<void>
  /** The same, answering the overflowing rule instead of throwing. */
  overflow(...rules: readonly Rule[]): Promise<Rule | null>
  /** Takes one act back: it turned out to be none of those that are counted. */
  giveBack(...rules: readonly Rule[]): Promise<void>
}

export type Rule = { bucket: string; max: number; windowSeconds: number }

const bucketsMax = 50_000

type Options = { db: Db; now: () => Date; enabled: boolean }

/**
 * Two kinds of limits. What guards a secret (passwords, sessions, codes) is counted in PostgreSQL, so that neither a
 * second process nor a restart forgives it. The broad caps on ordinary calls are counted in memory: a write for every
 * read would cost more than the read, and behind n processes a flood is merely stopped at n times the cap.
 */
export function rateLimits({ db, now, enabled }: Options): RateLimits {
  const counters = new Map<string, { end: number; windowMs: number; hits: number; before: number }>()

  /** A sliding window from two fixed ones: the share of the last one that is still in view counts along. */
  function cap(bucket: string, max: number, windowSeconds = 60): void {
    if (!enabled) return
    const windowMs = windowSeconds * 1000
    const at = now().getTime()
    const end = at - (at % windowMs) + windowMs
    let counter = counters.get(bucket)
    if (!counter || counter.end !== end) {
      const before = counter && counter.end === end - windowMs ? counter.hits : 0
      if (!counter && counters.size >= bucketsMax) sweep(at)
      counter = { end, windowMs, hits: 0, before }
      counters.set(bucket, counter)
    }
    counter.hits += 1
    const seen = counter.hits + counter.before * ((end - at) / windowMs)
    if (seen > max) {
      throw new Problem('RATE_LIMITED', { retryAfterSeconds: (end - at) / 1000, reason: bucket })
    }
  }
  function sweep(at: number): void {
    // Until the window after its own is over, a counter still counts along.
    for (const [bucket, { end, windowMs }] of counters) if (end + windowMs <= at) counters.delete(bucket)
    // A flood from that many addresses at once is no time to keep books on each of them.
    if (counters.size >= bucketsMax) counters.clear()
  }

  function windowOf(windowSeconds: number): Date {
    const at = now().getTime()
    return new Date(at - (at % (windowSeconds * 1000)))
  }

  async function overflow(...rules: readonly Rule[]): Promise<Rule | null> {
    if (!enabled) return null
    // In one order for everybody, or two logins that share buckets would wait for each other for ever.
    const sorted = [...rules].sort((a, b) => (a.bucket < b.bucket ? -1 : 1))
    const rows = await db.rows<{ bucket: string; hits: number }>(
      `insert into rate_limits (bucket, window_start, hits)
       select bucket, window_start, 1 from unnest($1::text[], $2::timestamptz[]) as t (bucket, window_start)
       on conflict (bucket, window_start) do update set hits = rate_limits.hits + 1
       returning bucket, hits`,
      [sorted.map((rule) => rule.bucket), sorted.map((rule) => windowOf(rule.windowSeconds))],
      'rate-limit-count',
    )
    return rules.find((rule) => rows.some((row) => row.bucket === rule.bucket && row.hits > rule.max)) ?? null
  }

  return {
    capAddress: (ip) => enabled && cap(`ip:${network(ip)}`, 3_000),
    capSession: (sessionId) => enabled && cap(`session:${sessionId}`, 600),
    capCalls: cap,
    overflow,
    async spend(...rules) {
      const full = await overflow(...rules)
      if (!full) return
      const end = windowOf(full.windowSeconds).getTime() + full.windowSeconds * 1000
      throw new Problem('RATE_LIMITED', {
        retryAfterSeconds: (end - now().getTime()) / 1000,
        reason: full.bucket,
      })
    },
    async giveBack(...rules) {
      if (!enabled) return
      await db.run(
        `with given as (
           select bucket, window_start from unnest($1::text[], $2::timestamptz[]) as t (bucket, window_start)
         ), emptied as (
           delete from rate_limits r using given g
           where r.bucket = g.bucket and r.window_start = g.window_start and r.hits <= 1
         )
         update rate_limits r set hits = r.hits - 1 from given g
         where r.bucket = g.bucket and r.window_start = g.window_start and r.hits > 1`,
        [rules.map((rule) => rule.bucket), rules.map((rule) => windowOf(rule.windowSeconds))],
        'rate-limit-give-back',
      )
    },
  }
}

/**
 * For a code of eighty bits, which cannot be guessed: it is looked at first, and only a wrong one counts, so that the
 * tries of a neighbour do not hold up a person who has the right one.
 */
export async function countMisses<T>(
  limits: RateLimits,
  rule: Rule,
  wrong: ErrorCode,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === wrong) await limits.spend(rule)
    throw error
  }
}

/**
 * Where a limit is meant for one device or line: an IPv4 address, behind which a carrier puts many, or all the addresses
 * that one line of IPv6 is given.
 */
export const lineOf = (ip: string): string =>
  ip.includes('.') ? (ip.startsWith('::ffff:') ? ip.slice(7) : ip) : network(ip)

/** One household or office is one /24 (or /56): limits by single addresses are walked around with a subnet. */
export function network(ip: string): string {
  const v4 = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  if (v4.includes('.')) return v4.split('.').slice(0, 3).join('.')
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => group.padStart(4, '0'))
  return `${groups.slice(0, 3).join(':')}:${groups[3]?.slice(0, 2) ?? '00'}`
}
