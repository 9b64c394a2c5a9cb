import { createHash, randomBytes } from 'node:crypto'
import { undoCodeLetters } from '@shirogane/contract/inputs/read-fields'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { recordStopCode } from './stop-store.ts'

export function stopCodeHash(code: string): Buffer {
  return createHash('sha256').update(`payout stop ${code}`).digest()
}

/**
 * Makes the number that the letters about an account carry. A person who has it can stop payouts, and learns nothing.
 */
export async function issueStopCode(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { user_id, payout_method_id }: { user_id: string; payout_method_id: string },
): Promise<string> {
  const at = ctx.now()
  const code = Array.from(randomBytes(16), (byte) => undoCodeLetters[byte % 32]).join('')
  await recordStopCode(tx, {
    id: uuidv7(at),
    user_id,
    payout_method_id,
    code_hash: stopCodeHash(code),
    at,
    expires_at: new Date(at.getTime() + limits.payoutStopHours * 3_600_000),
  })
  return (code.match(/.{4}/g) ?? []).join('-')
}
