import type { Context } from '../../context.ts'
import { expireBatch } from './store.ts'

const batch = 500

/**
 * Books what has ended in every wallet, a batch and a commit at a time, so that no payment waits long for it. Answers how
 * many wallets lost something.
 */
export async function expireEnded(ctx: Context, hold: () => Promise<void>): Promise<number> {
  let all = 0
  let after: string | null = null
  do {
    const { last, expired } = await expireBatch(ctx.db, after, batch)
    all += expired
    after = last
    await hold()
  } while (after !== null)
  if (all > 0) ctx.wakeOutbox()
  return all
}
