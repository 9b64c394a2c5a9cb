import type { Context } from '../../context.ts'
import { dropReadings } from './store.ts'

const keptMs = 2 * 86_400_000

/** The round of the keeper: who showed a code at a desk two days ago is nobody's concern any more. */
export async function tidyReadings(ctx: Context): Promise<void> {
  await dropReadings(ctx.db, new Date(ctx.now().getTime() - keptMs))
}
