import type { Context } from '../../context.ts'
import { notifyHeadOffice } from '../notifications/index.ts'
import { baseDateBefore, baseDateFrom, depositOf, reportBy } from './rules.ts'
import { fillBook, findFirstDay, getToday, getUnused } from './store.ts'
import { countedOf, readTerms } from './terms.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

type Word = { key: string } & NoticeFacts<'prepaid_threshold' | 'prepaid_alert' | 'prepaid_base'>

/** Takes into the book what was committed since. */
export async function keepBook(ctx: Pick<Context, 'db'>): Promise<void> {
  for (let isMore = true; isMore;) isMore = await fillBook(ctx.db)
}

/**
 * Tells the owner and accounting, once for each half-year and step, that the unused balance has come near the threshold
 * of the law or has passed it, and what it was on a base date that is over. Answers how many things there were to tell.
 */
export async function watchPrepaid(ctx: Context): Promise<number> {
  const [{ date }, terms] = await Promise.all([getToday(ctx.db), readTerms(ctx.db)])
  const counted = countedOf(terms, await getUnused(ctx.db, date))
  const next = baseDateFrom(date)
  const words: Word[] = []
  const now = { base_on: next, unused: counted, threshold: terms.threshold }
  if (counted > terms.threshold) {
    words.push({
      key: `prepaid:${next}:threshold`,
      kind: 'prepaid_threshold',
      facts: { ...now, report_by: reportBy(next) },
    })
  } else if (counted >= terms.alert) {
    words.push({
      key: `prepaid:${next}:alert`,
      kind: 'prepaid_alert',
      facts: { ...now, alert: terms.alert },
    })
  }

  const last = baseDateBefore(date)
  const first = await findFirstDay(ctx.db)
  if (first !== null && first <= last) {
    const unused = countedOf(terms, await getUnused(ctx.db, last))
    words.push({
      key: `prepaid:${last}:base`,
      kind: 'prepaid_base',
      facts: {
        base_on: last,
        unused,
        threshold: terms.threshold,
        deposit: depositOf(unused, terms.threshold),
        report_by: reportBy(last),
      },
    })
  }
  await notifyHeadOffice(
    ctx,
    ctx.db,
    words.map(({ key, ...told }) => ({ key, ...told, mail: { template: 'prepaid_alert', data: told } })),
  )
  if (words.length > 0) ctx.wakeMessenger()
  return words.length
}
