import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'

const derive = promisify(pbkdf2)
const dayMs = 86_400_000

/**
 * What a browser works on before its attempt is looked at: `until.random.mac`. The last part is a keyed hash that
 * binds it to the name as it was typed, so that no row is kept of work that never comes back. It ends with the day,
 * because the day is what its use is counted in.
 */
export function newWork(ctx: Context, asked: string): string {
  const at = ctx.now().getTime()
  const until = Math.min(at + limits.loginWorkSeconds * 1000, at - (at % dayMs) + dayMs)
  const head = `${Math.floor(until / 1000)}.${randomBytes(12).toString('base64url')}`
  return `${head}.${macOf(ctx, asked, head)}`
}

/**
 * Whether this is work of ours for this name, done, and shown for the first time. It is spent before it is computed, so
 * that of twenty attempts with one piece of work one is looked at, and made-up ones cost no hashing.
 */
export async function isWorkDone(ctx: Context, asked: string, text: string): Promise<boolean> {
  const [, challenge, head, until, mac, count] =
    /^(((\d{9,11})\.[\w-]{16})\.([\w-]{22}))\.(\d{1,9})$/.exec(text) ?? []
  if (challenge === undefined || head === undefined || count === undefined) return false
  if (mac !== macOf(ctx, asked, head) || Number(until) * 1000 <= ctx.now().getTime()) return false
  const spent = { bucket: `login:work:${mac}`, max: 1, windowSeconds: 86_400 }
  if (await ctx.limits.overflow(spent)) return false
  const hash = await derive(challenge, count, limits.loginWorkRounds, 4, 'sha256')
  return hash.readUInt32BE() >>> (32 - limits.loginWorkBits) === 0
}

function macOf(ctx: Context, asked: string, head: string): string {
  return ctx.keys.nameOf('login work', `${head}\n${asked}`)
}
