import { limits } from '@shirogane/contract/rules/limits'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { actionFor, remoteMethod } from './kyc-request.ts'
import { kanaOf, nameOf } from '../kyc/rules.ts'
import { counterMethod } from '../kyc/visit.ts'
import { countRequests, findNewestRequest, getSubject, isMethodOpen } from '../kyc/store.ts'

/** How a customer's own check stands. */
export async function state(ctx: Context, actor: Actor): Promise<Output<'users.kyc'>> {
  const at = ctx.now()
  const [subject, newest, counts, is_open, counter] = await Promise.all([
    getSubject(ctx.db, actor.user_id),
    findNewestRequest(ctx.db, actor.user_id),
    countRequests(ctx.db, actor.user_id, at),
    isMethodOpen(ctx.db, remoteMethod, tokyoDate(at)),
    counterMethod(ctx.db, tokyoDate(at)),
  ])
  const refused = newest?.status === 'rejected' ? newest.decisions.at(-1)?.reasons : undefined
  return {
    kyc_status: subject.kyc_status,
    name: nameOf(subject),
    name_kana: kanaOf(subject),
    date_of_birth: subject.date_of_birth,
    address: subject.address,
    request: newest && {
      document: newest.document,
      submitted_at: newest.submitted_at.toISOString(),
      decided_at: newest.decided_at?.toISOString() ?? null,
      // Who is suspected learns no more than that something else was the matter.
      reasons: [...new Set((refused ?? []).map((reason) => (reason === 'duplicate' ? 'other' : reason)))],
      document_expires_on: newest.document_expires_on,
    },
    attempts_left: Math.max(0, limits.kycRequestsMax - counts.lately),
    is_open,
    is_counter_open: counter !== null,
    action: actionFor(ctx, actor.user_id, counts.ever),
  }
}
