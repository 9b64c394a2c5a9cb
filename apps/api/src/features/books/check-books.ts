import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { notifyHeadOffice } from '../notifications/index.ts'
import { recordCheck } from './store.ts'

const holdEveryMs = 60_000
/** Longer than PostgreSQL itself lets it take. */
const patienceMs = 3 * 60 * 60_000

/**
 * Recomputes the books from their entries, as `npm run audit` does. Where they do not balance, payouts stand still from
 * that commit on, and the owner and accounting of that day are told. Answers how many findings there were.
 */
export async function checkBooks(ctx: Context, date: string, hold: () => Promise<void>): Promise<number> {
  const holding = setInterval(() => {
    hold().catch((error: unknown) => ctx.log.warn({ err: error }, 'the check of the books may begin twice'))
  }, holdEveryMs)
  const check = await ctx
    .transact((tx) => recordCheck(tx, uuidv7(ctx.now())), { patienceMs })
    .finally(() => clearInterval(holding))
  if (check === null) throw new Error('another process is at the books')
  const { findings } = check
  if (findings === 0) return 0
  ctx.log.error(
    { event: 'books_unbalanced', count: findings, reason: check.rules.join(', ') },
    'the books do not balance',
  )

  await notifyHeadOffice(ctx, ctx.db, [
    {
      key: `books:${date}`,
      kind: 'books_unbalanced',
      facts: { findings },
      topic: 'security',
      path: '/admin?tab=books',
      mail: {
        template: 'books_unbalanced',
        data: { findings, rules: check.rules },
      },
    },
  ])
  ctx.wakeMessenger()
  return findings
}
