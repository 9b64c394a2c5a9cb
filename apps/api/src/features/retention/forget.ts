import type { Context } from '../../context.ts'
import { terms } from '../../generated/retention.ts'
import { forgetBatch } from './store.ts'

const batch = 1_000

/**
 * The round of each day that removes what is kept no longer, a batch and a commit at a time, so that no request waits
 * for it. A table that refuses does not keep the others: they are done first, and the round comes again. Answers how
 * many rows went or were emptied.
 */
export async function forgetDue(ctx: Context, hold: () => Promise<void>): Promise<number> {
  let all = 0
  const troubles: unknown[] = []
  for (const term of terms) {
    try {
      let done: number
      do {
        done = await forgetBatch(ctx.db, term, batch)
        all += done
        await hold()
      } while (done === batch)
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0)
    throw new AggregateError(troubles, 'What is kept no longer could not all be removed')
  return all
}
