import { describe, expect, test } from 'vitest'
import { cookieSeconds, type Family, judgeRefresh, readCredential, supersede } from './refresh-rules.ts'

const start = new Date('2026-11-21T03:00:00Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const day = 86_400

const family = (over: Partial<Family> = {}): Family => ({
  generation: 4,
  rotated_at: start,
  acknowledged: false,
  superseded: [
    { generation: 2, at: after(-3600).toISOString() },
    { generation: 3, at: start.toISOString() },
  ],
  last_used_at: start,
  absolute_expires_at: after(30 * day),
  revoked_at: null,
  ...over,
})

describe('what becomes of a refresh secret', () => {
  test.each<[string, Family, number, number, string]>([
    ['the newest rotates', family(), 4, 60, 'rotate'],
    ['the newest stays for a minute after it came', family(), 4, 59, 'stay'],
    [
      'the first one was never rotated and rotates at once',
      family({ generation: 1, superseded: [] }),
      1,
      1,
      'rotate',
    ],
    [
      'the one before leads to the newest for thirty seconds',
      family({ acknowledged: true }),
      3,
      30,
      'catch_up',
    ],
    ['the one before is a copy once the newest was used', family({ acknowledged: true }), 3, 31, 'reuse'],
    ['the one before recovers as long as the newest was never used', family(), 3, 3 * 3600, 'catch_up'],
    ['but not after a day', family(), 3, day + 1, 'reuse'],
    ['an older one is a copy', family(), 2, 10, 'reuse'],
    ['one from the future is a forgery', family(), 5, 10, 'reuse'],
    ['an idle week ends it', family(), 4, 7 * day + 1, 'expired'],
    [
      'the absolute end comes however busy it was',
      family({ last_used_at: after(30 * day) }),
      4,
      30 * day,
      'expired',
    ],
    ['an ended one stays ended', family({ revoked_at: start }), 4, 1, 'revoked'],
  ])('%s', (_name, subject, generation, seconds, act) => {
    expect(judgeRefresh(subject, generation, after(seconds)).act).toBe(act)
  })

  test('a recovery opens the window of thirty seconds anew', () => {
    const recovered = family({
      superseded: supersede(family().superseded, 3, after(3600)),
      acknowledged: true,
    })
    expect(judgeRefresh(recovered, 3, after(3629)).act).toBe('catch_up')
    expect(judgeRefresh(recovered, 3, after(3631)).act).toBe('reuse')
  })

  test('the list of superseded generations stays short', () => {
    const list = Array.from({ length: 50 }, (_, index) => index + 1).reduce<Family['superseded']>(
      (known, generation) => supersede(known, generation, start),
      [],
    )
    expect(list).toHaveLength(10)
  })
})

/** A small machine of its own, so that a run is the same every time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** One browser with several tabs that share a cookie jar, lose answers and sleep; there is no thief. */
function liveThroughDays(seed: number, tabs: number, days: number): number {
  const random = dice(seed)
  let subject = family({ generation: 1, superseded: [], absolute_expires_at: after(1_000 * day) })
  let jar = 1
  let logouts = 0
  let arrivals: { at: number; generation: number }[] = []
  const nextTick = Array.from({ length: tabs }, () => random() * 540)

  for (let at = 0; at < days * day; at += 1) {
    for (const [tab, tick] of nextTick.entries()) {
      if (at < tick) continue
      // An answer that is under way has not reached the jar yet: the tab sends what the jar holds.
      const sent = jar
      const sleeps = random() < 0.03 ? random() * 10_800 : 0
      nextTick[tab] = at + 540 + sleeps
      if (random() < 0.02) {
        nextTick[tab] = at + 8
        continue
      }
      const now = after(at)
      const verdict = judgeRefresh(subject, sent, now)
      if (verdict.act === 'reuse') {
        logouts += 1
        subject = { ...subject, generation: subject.generation + 1, superseded: [], acknowledged: true }
        jar = subject.generation
        continue
      }
      if (verdict.act === 'rotate') {
        subject = {
          ...subject,
          superseded: supersede(subject.superseded, sent, now),
          generation: sent + 1,
          rotated_at: now,
          acknowledged: false,
        }
      } else if (verdict.act === 'catch_up' && verdict.recovered) {
        subject = { ...subject, superseded: supersede(subject.superseded, sent, now) }
      }
      subject = { ...subject, last_used_at: now }
      if (random() < 0.03) nextTick[tab] = at + 8
      else arrivals.push({ at: at + 1 + Math.floor(random() * 3), generation: subject.generation })
    }
    const here = arrivals.filter((one) => one.at <= at)
    arrivals = arrivals.filter((one) => one.at > at)
    for (const arrival of here) {
      jar = Math.max(jar, arrival.generation)
      // The new access token is used at once, which acknowledges its generation.
      if (arrival.generation === subject.generation) subject = { ...subject, acknowledged: true }
    }
  }
  return logouts
}

test.each([1, 3])('nobody is logged out by lost answers, sleep and %i tabs in forty days', (tabs) => {
  expect(Array.from({ length: 10 }, (_, seed) => liveThroughDays(seed + 1, tabs, 4))).toEqual(
    Array(10).fill(0),
  )
})

test('the cookie lives for the idle week, and never longer than the session', () => {
  expect(cookieSeconds(after(30 * day), start)).toBe(604_800)
  expect(cookieSeconds(after(3_600), start)).toBe(3_600)
})

test.each([
  ['E0003', 'employee_number', 'E0003'],
  ['ｅ０００３', 'employee_number', 'E0003'],
  [' Hanako ', 'username', 'hanako'],
  ['ＨＡＮＡＫＯ', 'username', 'hanako'],
  ['Hanako02@Example.com', 'email', 'hanako02@example.com'],
  ['090-0000-0002', 'phone_number', '+819000000002'],
  ['０９０ー００００ー０００２', 'phone_number', '+819000000002'],
  ['+81 90 0000 0002', 'phone_number', '+819000000002'],
  ['+8109000000002', 'phone_number', '+819000000002'],
])('%s logs in as the %s %s', (typed, kind, value) => {
  expect(readCredential(typed)).toEqual({ kind, value })
})
