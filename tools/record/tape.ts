import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { CallName } from '@shirogane/contract/wire/calls'
import { root } from '../lib/environment.ts'

/** One act as it is kept: JSON with the made-up ids by their names. */
export type Entry = { n: number; act: string; [part: string]: unknown }
export type Head = {
  seed: string
  acts: number
  recorder: string
  /** The calls that were drawn from, in their order: one that came later would change every draw. */
  calls: readonly CallName[]
}

const perReel = 500
const folder = join(root, 'recording')
const reelOf = (reel: number): string =>
  join(folder, `acts-${String(reel * perReel).padStart(5, '0')}.ndjson.br`)
const headFile = join(folder, 'head.json')

/** Which recorder made it: the text of everything that decides what is done and what is looked at. */
export function recorderHash(): string {
  const hash = createHash('sha256')
  const files = ['tools/record.ts', ...globSync('tools/record/**/*.ts', { cwd: root })].sort()
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

export function openTape(head: Omit<Head, 'acts'>) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let lines: string[] = []
  let [reel, acts] = [0, 0]
  function write(): void {
    if (lines.length === 0) return
    const text = Buffer.from(`${lines.join('\n')}\n`)
    writeFileSync(
      reelOf(reel),
      brotliCompressSync(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 10,
          [constants.BROTLI_PARAM_LGWIN]: 24,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      }),
    )
    lines = []
    reel += 1
    // What broke off later is a recording of the acts until here.
    writeFileSync(headFile, `${JSON.stringify({ ...head, acts }, null, 2)}\n`)
  }
  return {
    add(line: string) {
      lines.push(line)
      acts += 1
      if (lines.length === perReel) write()
    },
    close: write,
  }
}

export function readHead(): Head | null {
  return existsSync(headFile) ? (JSON.parse(readFileSync(headFile, 'utf8')) as Head) : null
}

/** The line of an act, by number from 1. Reels are opened when their first act is asked for. */
export function tapeReader(): (act: number) => string | null {
  let open = -1
  let lines: string[] = []
  return (act) => {
    const reel = Math.floor((act - 1) / perReel)
    if (reel !== open) {
      lines = existsSync(reelOf(reel))
        ? brotliDecompressSync(readFileSync(reelOf(reel)))
            .toString()
            .split('\n')
        : []
      open = reel
    }
    return lines[(act - 1) % perReel] || null
  }
}

export type Difference = { path: string; before: unknown; after: unknown }

/** Where two values differ, the first few places, each by its path. */
export function differences(before: unknown, after: unknown, most = 5, path = ''): Difference[] {
  if (before === after) return []
  const areObjects =
    typeof before === 'object' && typeof after === 'object' && before !== null && after !== null
  if (!areObjects || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }]
  const found: Difference[] = []
  const [a, b] = [before as Record<string, unknown>, after as Record<string, unknown>]
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (found.length >= most) break
    found.push(...differences(a[key], b[key], most - found.length, path === '' ? key : `${path}.${key}`))
  }
  return found
}
