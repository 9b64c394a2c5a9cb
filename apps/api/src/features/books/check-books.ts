import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessages } from '../messages/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import { auditBooks, listKeepers } from './store.ts'

const holdEveryMs = 60_000

/**
 * Recomputes the books from their entries, as `npm run audit` does, and tells the owner and accounting of that day where
 * they do not balance. Answers how many findings there were.
 */
export async function checkBooks(ctx: Context, date: string, hold: () => Promise<void>): Promise<number> {
  const holding = setInterval(() => {
    hold().catch((error: unknown) => ctx.log.warn({ err: error }, 'the check of the books may begin twice'))
  }, holdEveryMs)
  const findings = await ctx.transact(auditBooks).finally(() => clearInterval(holding))
  if (findings === null) throw new Error('another process is at the books')
  if (findings.length === 0) return 0
  const rules = [...new Set(findings.map(({ rule }) => rule))].join('、')
  ctx.log.error(
    { event: 'books_unbalanced', count: findings.length, reason: rules },
    'the books do not balance',
  )

  const at = ctx.now()
  const keepers = await listKeepers(ctx.db)
  const title = '帳簿の照合で不一致が見つかりました'
  const message = `夜間の照合で、記帳と残高の不一致が${findings.length}件見つかりました。ポイント付与と振込の手続きを止めて、システムの管理者にご連絡ください。`
  await recordNotifications(
    ctx.db,
    keepers.map(({ user_id }) => ({
      id: uuidv7(at),
      user_id,
      title,
      message,
      topic: 'security',
      dedupe_key: `books:${date}:${user_id}`,
      transaction_id: null,
      created_at: at,
    })),
  )
  await enqueueMessages(
    ctx,
    ctx.db,
    keepers.flatMap(({ user_id, email }) =>
      email === null
        ? []
        : [
            {
              user_id,
              to: email,
              template: 'books_unbalanced' as const,
              data: { title, message, rules },
              dedupe_key: `books:${date}:${user_id}:mail`,
            },
          ],
    ),
  )
  ctx.nudgeMessenger()
  return findings.length
}
