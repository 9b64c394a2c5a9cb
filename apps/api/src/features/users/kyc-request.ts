import { limits } from '@shirogane/contract/rules/limits'
import { withoutSeparators, toKatakana, trimmed } from '@shirogane/contract/inputs/person'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { actionOf, askRefusal, differences, documentTroubles, isTooSlow } from '../kyc/rules.ts'
import {
  countRequests,
  getSubjectForUpdate,
  isMethodOpen,
  listUnusedFiles,
  moveStatus,
  recordRequest,
} from '../kyc/store.ts'
import { notifyOfKyc } from '../kyc/notify.ts'

/** The way that a customer takes with a phone alone. */
export const remoteMethod = 'image_face'

/** Hands documents in to be checked. */
export async function request(
  ctx: Context,
  actor: Actor,
  { body }: Input<'users.kycRequest'>,
): Promise<Output<'users.kycRequest'>> {
  const at = ctx.now()
  const daily = { bucket: `kyc:${actor.user_id}`, max: limits.kycRequestsPerDay, windowSeconds: 86_400 }
  const fields = documentTroubles(body.documents)
  if (Object.keys(fields).length > 0) throw new Problem('VALIDATION_ERROR', { fields })

  await ctx.transact(async (tx) => {
    const subject = await getSubjectForUpdate(tx, actor.user_id)
    const refusal = askRefusal(subject.kyc_status)
    if (refusal) throw new Problem(refusal)
    if (!(await isMethodOpen(tx, remoteMethod, tokyoDate(at)))) throw new Problem('KYC_METHOD_CLOSED')
    const { ever, lately } = await countRequests(tx, actor.user_id, at)
    if (lately >= limits.kycRequestsMax) throw new Problem('KYC_LIMIT')

    const different = differences(body, subject)
    if (Object.keys(different).length > 0) throw new Problem('VALIDATION_ERROR', { fields: different })

    const names = body.documents.map(({ filepath }) => filepath.slice('private/'.length))
    const files = await listUnusedFiles(tx, actor.user_id, names)
    // A picture of another person, or one that was sent before, is not there.
    if (files.length !== names.length) throw new Problem('NOT_FOUND')
    if (isTooSlow(files)) throw new Problem('KYC_TOO_SLOW')
    if (await ctx.limits.overflow(daily)) throw new Problem('KYC_LIMIT')

    const id = uuidv7(at)
    await recordRequest(tx, {
      id,
      user_id: actor.user_id,
      method: remoteMethod,
      document: body.documents[0]!.kind,
      name: trimmed(body.name),
      name_kana: toKatakana(body.name_kana),
      date_of_birth: withoutSeparators(body.date_of_birth),
      address: trimmed(body.address),
      occupation: body.occupation,
      purposes: [...new Set(body.purposes)],
      action: actionFor(ctx, actor.user_id, ever),
      attempt: ever + 1,
      at,
      images: body.documents.map(({ side, source }, index) => ({ side, source, name: names[index]! })),
    })
    await moveStatus(tx, actor.user_id, 'pending')
    await notifyOfKyc(ctx, tx, subject, { what: 'received', request_id: id })
  })
  ctx.wakeMessenger()
  return { kyc_status: 'pending' }
}

export function actionFor(ctx: Pick<Context, 'keys'>, userId: string, requestsBefore: number) {
  return actionOf(ctx.keys.nameOf('kyc action', `${userId} ${requestsBefore}`))
}
