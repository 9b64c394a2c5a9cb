import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { canonicalPassword } from '@shirogane/contract/inputs/passwords'
import { Problem } from '../../../http/problem.ts'
import type { Peppers } from '../keys.ts'

/** 19 MiB and two passes: the least that is recommended for argon2id. */
// argon2id is the default of the library, and `needsRehash` would notice if it were not.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

type Strength = typeof strength
export type HashTask =
  | { what: 'hash'; password: string; pepper: Uint8Array; strength: Strength }
  | { what: 'verify'; password: string; pepper: Uint8Array; hash: string }
export type HashReply = { value: string | boolean } | { trouble: string }

/**
 * Hashing takes a whole core for some 20 ms, so it has threads of its own that step back behind everything else: a
 * storm of logins waits for itself and not payments for it. One core is left free in any case.
 */
const atOnce = Math.max(1, availableParallelism() - 1)
const waitingMax = 32
/** A busy process lets its hashers rest for this many times as long as they worked: the cores share one memory. */
const restFactor = 2
const busyShare = 0.4

type Waiting = {
  task: HashTask
  resolve: (value: string | boolean) => void
  reject: (error: Error) => void
}
type Hasher = { worker: Worker; current: Waiting | null; startedAt: number }

const waiting: Waiting[] = []
const idle: Hasher[] = []
let hashers = 0
let seen = performance.eventLoopUtilization()

function work(task: HashTask): Promise<string | boolean> {
  if (waiting.length >= waitingMax)
    throw new Problem('RATE_LIMITED', { retryAfterSeconds: 2, reason: 'hashing' })
  return new Promise((resolve, reject) => {
    waiting.push({ task, resolve, reject })
    const hasher = idle.pop() ?? (hashers < atOnce ? startHasher() : null)
    if (hasher) takeNext(hasher)
  })
}

function takeNext(hasher: Hasher): void {
  const next = waiting.shift()
  if (!next) {
    idle.push(hasher)
    // A process that has nothing else to do may end, though its hashers would wait for ever.
    hasher.worker.unref()
    return
  }
  hasher.current = next
  hasher.startedAt = performance.now()
  hasher.worker.ref()
  hasher.worker.postMessage(next.task)
}

function startHasher(): Hasher {
  const worker = new Worker(new URL('hash-worker.ts', import.meta.url))
  const hasher: Hasher = { worker, current: null, startedAt: 0 }
  hashers += 1
  worker.on('message', (reply: HashReply) => {
    if ('trouble' in reply) hasher.current?.reject(new Error(reply.trouble))
    else hasher.current?.resolve(reply.value)
    hasher.current = null
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    if (utilization < busyShare) takeNext(hasher)
    else setTimeout(takeNext, restFactor * (performance.now() - hasher.startedAt), hasher)
  })
  worker.on('error', (error) => {
    hashers -= 1
    hasher.current?.reject(error)
    const next = waiting.length > 0 && startHasher()
    if (next) takeNext(next)
  })
  return hasher
}

export async function hashPassword(password: string, peppers: Peppers): Promise<string> {
  const task = { password: canonicalPassword(password), pepper: peppers.current, strength }
  return peppers.mark + ((await work({ what: 'hash', ...task })) as string)
}

export async function verifyPassword(
  passwordHash: string,
  password: string,
  peppers: Peppers,
): Promise<boolean> {
  const { key, hash } = readHash(passwordHash, peppers)
  // Where its pepper is gone no password fits, and trying one costs what it costs anywhere.
  const pepper = peppers.find(key) ?? Buffer.alloc(32)
  return (await work({ what: 'verify', hash, password: canonicalPassword(password), pepper })) as boolean
}

/** The key whose pepper is in it, by the id before the hash, and the hash itself; the first key's have none. */
function readHash(passwordHash: string, { first }: Peppers): { key: string; hash: string } {
  const [, key, hash] = /^([0-9a-f]{8})(\$.*)$/.exec(passwordHash) ?? []
  return key && hash ? { key, hash } : { key: first, hash: passwordHash }
}

/** A hash that no password fits, so that an unknown name costs the same work as a wrong password. */
let dummy: Promise<string> | null = null
export function dummyHash(peppers: Peppers): Promise<string> {
  dummy ??= hashPassword(crypto.randomUUID(), peppers).catch((error: unknown) => {
    // In a storm there was no place for it. Kept, the refusal would tell unknown names from known ones for ever.
    dummy = null
    throw error
  })
  return dummy
}

/** Was this made with less than today's strength, or with the pepper of another key than the current one? */
export function needsRehash(passwordHash: string, peppers: Peppers): boolean {
  const { hash } = readHash(passwordHash, peppers)
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(hash) ?? []
  const isWeak = !hash.startsWith('$argon2id$v=19$') || Number(memory) < 19_456 || Number(passes) < 2
  return isWeak || !passwordHash.startsWith(`${peppers.mark}$`)
}

/** For a person who has not chosen a password yet: no password fits, and trying one costs what it costs anywhere. */
export function noPassword(peppers: Peppers): Promise<string> {
  return hashPassword(crypto.randomUUID(), peppers)
}
