import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Context } from '../../context.ts'
import { privateObject } from './encrypt.ts'
import { eraseKey, getSubjectForUpdate, listEndedApprovals, listErasable, moveStatus } from './store.ts'
import { notifyOfKyc } from './notify.ts'

/** Pictures that have no reason to be kept any more: first the key goes, then the file. */
export async function erasePrivateFiles(ctx: Context): Promise<void> {
  for (const { name, object } of await listErasable(ctx.db, ctx.now())) {
    await eraseKey(ctx.db, name, ctx.now())
    await ctx.privateObjects.remove(privateObject(object))
  }
}

/** A month after a paper has ended, the approval that rests on it ends too: payouts wait, payments go on. */
export async function expireApprovals(ctx: Context): Promise<void> {
  for (const { user_id, request_id } of await listEndedApprovals(ctx.db, tokyoDate(ctx.now()))) {
    await ctx.transact(async (tx) => {
      const subject = await getSubjectForUpdate(tx, user_id)
      if (subject.kyc_status !== 'approved') return
      await moveStatus(tx, user_id, 'expired')
      await notifyOfKyc(ctx, tx, subject, { what: 'expired', request_id })
    })
    ctx.wakeMessenger()
  }
}
