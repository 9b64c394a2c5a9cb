import type { Context } from '../../context.ts'
import { tellHeadOffice } from '../notifications/index.ts'
import { baseDateBefore, baseDateFrom, depositOf, reportBy } from './rules.ts'
import { fillBook, findFirstDay, getToday, getUnused } from './store.ts'
import { countedOf, readTerms } from './terms.ts'
import { yen } from '../../lib/amounts-text.ts'
import { longDayText } from '../../lib/dates-text.ts'

type Word = { key: string; title: string; message: string; details: (readonly [string, string])[] }

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
  const now: (readonly [string, string])[] = [
    ['未使用残高', yen(counted)],
    ['次の基準日', longDayText(next)],
  ]
  if (counted > terms.threshold) {
    words.push({
      key: `prepaid:${next}:threshold`,
      title: `未使用残高が${yen(terms.threshold)}を超えました`,
      message: `未使用残高は${yen(counted)}です。基準日（${longDayText(next)}）にも超えている場合、${longDayText(reportBy(next))}までの届出と、2分の1以上の保全が必要です。`,
      details: now,
    })
  } else if (counted >= terms.alert) {
    words.push({
      key: `prepaid:${next}:alert`,
      title: `未使用残高が${yen(terms.alert)}に達しました`,
      message: `未使用残高は${yen(counted)}です。基準日（${longDayText(next)}）に${yen(terms.threshold)}を超えると、届出と2分の1以上の保全が必要です。`,
      details: now,
    })
  }

  const last = baseDateBefore(date)
  const first = await findFirstDay(ctx.db)
  if (first !== null && first <= last) {
    const then = countedOf(terms, await getUnused(ctx.db, last))
    const deposit = depositOf(then, terms.threshold)
    words.push({
      key: `prepaid:${last}:base`,
      title: `基準日（${longDayText(last)}）の未使用残高は${yen(then)}です`,
      message:
        deposit > 0
          ? `${yen(terms.threshold)}を超えています。${longDayText(reportBy(last))}までの届出と、${yen(deposit)}以上の保全が必要です。`
          : `${yen(terms.threshold)}以下のため、届出と保全の必要はありません。`,
      details: [
        ['基準日', longDayText(last)],
        ['基準日未使用残高', yen(then)],
        ...(deposit > 0
          ? ([
              ['届出の期限', longDayText(reportBy(last))],
              ['保全が必要な額', `${yen(deposit)}以上`],
            ] as const)
          : []),
      ],
    })
  }
  await tellHeadOffice(
    ctx,
    ctx.db,
    words.map(({ details, ...word }) => ({
      ...word,
      mail: { template: 'prepaid_alert', data: { fact: `${word.title}。${word.message}`, details } },
    })),
  )
  if (words.length > 0) ctx.nudgeMessenger()
  return words.length
}
