import type { Db } from '../db/sql.ts'
import { Problem } from './problem.ts'

export type RateLimits = {
  /** Caps on everything, counted in this process alone. */
  capAddress(ip: string): void
  capSession(sessionId: string): void
  /** Caps for one kind of call in this process, such as a search that is typed. */
  capCalls(bucket: string, perMinute: number): void
  /** Counts a guarded act in the database, for all processes at once, and refuses when there were too many. */
  spend(bucket: string, rule: Rule): Promise<void>
  /** The same without refusing: how many there were in the window, this one included. */
  count(bucket: string, windowSeconds: number): Promise<number>
  /** How many acts a window holds so far, without adding one. */
  hits(bucket: string, windowSeconds: number): Promise<number>
  forget(bucket: string): Promise<void>
}

export type Rule = { max: number; windowSeconds: number }

const minuteMs = 60_000
const bucketsMax = 50_000

type Options = { db: Db; now: () => Date; enabled: boolean }

/**
 * Two kinds of limits. What guards a secret (passwords, sessions, codes) is counted in PostgreSQL, so that neither a
 * second process nor a restart forgives it. The broad caps on ordinary calls are counted in memory: a write for every
 * read would cost more than the read, and behind n processes a flood is merely stopped at n times the cap.
 */
export function rateLimits({ db, now, enabled }: Options): RateLimits {
  const counters = new Map<string, { start: number; hits: number; before: number }>()

  /** A sliding minute from two fixed ones: the share of the last minute that is still in view counts along. */
  function cap(bucket: string, perMinute: number): void {
    if (!enabled) return
    const at = now().getTime()
    const start = at - (at % minuteMs)
    let counter = counters.get(bucket)
    if (!counter || counter.start !== start) {
      const before = counter && counter.start === start - minuteMs ? counter.hits : 0
      if (!counter && counters.size >= bucketsMax) sweep(start)
      counter = { start, hits: 0, before }
      counters.set(bucket, counter)
    }
    counter.hits += 1
    const seen = counter.hits + counter.before * (1 - (at - start) / minuteMs)
    if (seen > perMinute) {
      throw new Problem('RATE_LIMITED', { retryAfterSeconds: (start + minuteMs - at) / 1000, reason: bucket })
    }
  }
  function sweep(start: number): void {
    for (const [bucket, counter] of counters) if (counter.start < start - minuteMs) counters.delete(bucket)
    // A flood from that many addresses at once is no time to keep books on each of them.
    if (counters.size >= bucketsMax) counters.clear()
  }

  function windowOf(windowSeconds: number): Date {
    const at = now().getTime()
    return new Date(at - (at % (windowSeconds * 1000)))
  }

  async function count(bucket: string, windowSeconds: number): Promise<number> {
    const row = await db.first<{ hits: number }>(
      `insert into rate_limits (bucket, window_start, hits) values ($1, $2, 1)
       on conflict (bucket, window_start) do update set hits = rate_limits.hits + 1
       returning hits`,
      [bucket, windowOf(windowSeconds)],
      'rate-limit-count',
    )
    return row?.hits ?? 1
  }

  return {
    capAddress: (ip) => cap(`ip:${network(ip)}`, 3_000),
    capSession: (sessionId) => cap(`session:${sessionId}`, 600),
    capCalls: cap,
    count,
    async spend(bucket, { max, windowSeconds }) {
      if (!enabled) return
      const hits = await count(bucket, windowSeconds)
      if (hits <= max) return
      const end = windowOf(windowSeconds).getTime() + windowSeconds * 1000
      throw new Problem('RATE_LIMITED', { retryAfterSeconds: (end - now().getTime()) / 1000, reason: bucket })
    },
    async hits(bucket, windowSeconds) {
      const row = await db.first<{ hits: number }>(
        `select hits from rate_limits where bucket = $1 and window_start = $2`,
        [bucket, windowOf(windowSeconds)],
        'rate-limit-hits',
      )
      return row?.hits ?? 0
    },
    async forget(bucket) {
      await db.run(`delete from rate_limits where bucket = $1`, [bucket], 'rate-limit-forget')
    },
  }
}

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
