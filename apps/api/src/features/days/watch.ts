import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { recordNotifications } from '../notifications/index.ts'
import { dayOf } from './close.ts'
import { differenceText } from './rules.ts'
import { listDaysToClose, listDifferences, listManagers } from './store.ts'

type Word = { store_id: string; key: string; title: string; message: string }

/**
 * Tells the managers of a store, once for each, of a day that nobody has closed by the time the next one has begun, and of
 * a close whose drawer differed so much that a second person had to agree. Answers how many things there were to tell.
 */
export async function watchDays(ctx: Context): Promise<number> {
  const [open, differences] = await Promise.all([listDaysToClose(ctx.db), listDifferences(ctx.db)])
  const words: Word[] = [
    ...open.map(({ store_id, name, date }) => ({
      store_id,
      key: `day:${store_id}:${date}:open`,
      title: '締められていない営業日があります',
      message: `${name}の${dayOf(date)}のレジがまだ締められていません。`,
    })),
    ...differences.map(({ id, store_id, name, date, over_short }) => ({
      store_id,
      key: `day:${id}:difference`,
      title: 'レジ締めに差額がありました',
      message: `${name}の${dayOf(date)}の締めで、現金が${differenceText(over_short)}。`,
    })),
  ]
  if (words.length === 0) return 0
  const managers = await listManagers(ctx.db)
  const at = ctx.now()
  await recordNotifications(
    ctx.db,
    words.flatMap(({ store_id, key, title, message }) => {
      const near = managers.filter((person) => person.store_id === store_id)
      // A store without a manager is head office's own concern.
      return (near.length > 0 ? near : managers.filter((person) => person.store_id === null)).map(
        ({ user_id }) => ({
          id: uuidv7(at),
          user_id,
          title,
          message,
          dedupe_key: `${key}:${user_id}`,
          transaction_id: null,
          created_at: at,
        }),
      )
    }),
  )
  return words.length
}
