import { readInviteCode, readUsername } from '@shirogane/contract/inputs'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findAffiliator, recordAffiliate } from './store.ts'

/** Notes down who invited a new member. A code that nobody has is left out, and never stands in the way. */
export async function recordInvitation(ctx: Context, tx: Tx, userId: string, typed: string): Promise<void> {
  const affiliator = await findAffiliator(tx, { code: readInviteCode(typed), username: readUsername(typed) })
  if (!affiliator) return
  await recordAffiliate(tx, {
    id: uuidv7(ctx.now()),
    user_id: userId,
    affiliator_id: affiliator.user_id,
    at: ctx.now(),
  })
}
