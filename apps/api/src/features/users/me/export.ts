import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Output } from '../../../http/operation.ts'
import { transactionsCsv } from '../../auth/leaving/transactions-text.ts'
import { collectPerson, listExportedTransactions } from '../../auth/leaving/export-store.ts'
import { recordAccountChange } from '../../auth/security/security-store.ts'
import { requireStepUp } from '../../auth/step-up/step-up-grants.ts'

/** Everything that we keep of a person, for themself. */
export async function exportData(ctx: Context, actor: Actor): Promise<Output<'users.export'>> {
  const { user_id, session_id } = actor
  const at = ctx.now()
  const { sections, transactions } = await ctx.transact(async (tx) => {
    await requireStepUp(ctx, tx, actor, 'export')
    await ctx.limits.spend({ bucket: `export:${user_id}`, max: limits.exportsPerDay, windowSeconds: 86_400 })
    await recordAccountChange(tx, { id: uuidv7(at), user_id, kind: 'exported', session_id, at })
    return {
      sections: await collectPerson(tx, user_id),
      transactions: await listExportedTransactions(tx, user_id),
    }
  })
  return {
    generated_at: at.toISOString(),
    data: { ...sections, transactions },
    csv: transactionsCsv(transactions),
  }
}
