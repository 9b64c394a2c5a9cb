import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../http/problem.ts'

/** 19 MiB and two passes: the least that is recommended for argon2id. */
// argon2id is the default of the library, and `needsRehash` would notice if it were not.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashing takes a whole core for some 30 ms. One core is left for payments, whoever is logging in. */
const atOnce = Math.max(1, availableParallelism() - 1)
const waitingMax = 32
let running = 0
const waiting: (() => void)[] = []

async function withTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMax)
      throw new Problem('RATE_LIMITED', { retryAfterSeconds: 2, reason: 'hashing' })
    // The one who leaves hands over its place, so `running` already counts the one that wakes up here.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Full-width letters of a Japanese keyboard are the same letters. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

export function hashPassword(password: string, pepper: Buffer): Promise<string> {
  return withTurn(() => hash(canonical(password), { ...strength, secret: pepper }))
}

export function verifyPassword(passwordHash: string, password: string, pepper: Buffer): Promise<boolean> {
  return withTurn(() => verify(passwordHash, canonical(password), { secret: pepper }))
}

/** A hash that no password fits, so that an unknown name costs the same work as a wrong password. */
let dummy: Promise<string> | null = null
export function dummyHash(pepper: Buffer): Promise<string> {
  dummy ??= hash(crypto.randomUUID(), { ...strength, secret: pepper })
  return dummy
}

/** Was this made with less than today's strength? */
export function needsRehash(passwordHash: string): boolean {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(passwordHash) ?? []
  return !passwordHash.startsWith('$argon2id$v=19$') || Number(memory) < 19_456 || Number(passes) < 2
}
