import { limits } from '@shirogane/contract/rules/limits'
import { readPayCode, type ScannedCode } from '@shirogane/contract/inputs/pay-code'
import type { Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'

const minuteMs = 60_000

/** What was scanned, in its canonical spelling; refuses what is no code of ours, and a register that is guessing. */
export function readScanned(ctx: Context, registerId: string, text: string): ScannedCode {
  const waitMs = (ctx.guessers.get(registerId) ?? 0) - ctx.now().getTime()
  if (waitMs > 0) throw new Problem('RATE_LIMITED', { retryAfterSeconds: waitMs / 1000 })
  ctx.guessers.delete(registerId)
  const scanned = readPayCode(text)
  if (!scanned) throw new Problem('QR_INVALID')
  return scanned
}

/**
 * Counts a well-formed code that belongs to no customer. Counted in the database for all processes; each remembers for
 * itself which registers it refused, so that a scan of an honest register costs no extra trip.
 */
export async function countUnknownCode(ctx: Context, registerId: string): Promise<void> {
  const rule = { bucket: `unknown-code:${registerId}`, max: limits.unknownCodesPerMinute, windowSeconds: 60 }
  if (await ctx.limits.overflow(rule)) {
    ctx.guessers.set(registerId, ctx.now().getTime() + minuteMs)
    throw new Problem('RATE_LIMITED', { retryAfterSeconds: 60, reason: 'unknown pay codes' })
  }
}
