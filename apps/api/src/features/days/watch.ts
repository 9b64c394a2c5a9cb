import type { Context } from '../../context.ts'
import { tellManagers } from '../notifications/index.ts'
import { shortDayText } from '../../lib/dates-text.ts'
import { differenceText } from './rules.ts'
import { listDaysToClose, listDifferences } from './store.ts'

/**
 * Notifies the managers of a store, once for each, of a day that is not closed by the time the next one has begun, and
 * of a close whose drawer differed so much that a second person had to approve. Answers how many things there were to
 * tell.
 */
export async function watchDays(ctx: Context): Promise<number> {
  const [open, differences] = await Promise.all([listDaysToClose(ctx.db), listDifferences(ctx.db)])
  const words = [
    ...open.map(({ store_id, name, date }) => ({
      store_id,
      key: `day:${store_id}:${date}:open`,
      title: '締められていない営業日があります',
      message: `${name}の${shortDayText(date)}のレジがまだ締められていません。`,
    })),
    ...differences.map(({ id, store_id, name, date, over_short }) => ({
      store_id,
      key: `day:${id}:difference`,
      title: 'レジ締めに差額がありました',
      message: `${name}の${shortDayText(date)}の締めで、現金が${differenceText(over_short)}。`,
    })),
  ]
  await tellManagers(ctx, ctx.db, words)
  return words.length
}
