import { type DailyJob, jobSchedules } from '@shirogane/contract/rules/jobs'
import type { Context } from '../context.ts'
import { finishDay, getDueDay, holdDay } from './daily-store.ts'

const [morning, evening] = [8 * 60, 20 * 60]

export type DailyWork = {
  /** It writes to people of what they may do: what was missed waits for the morning. */
  byDay?: boolean
  /** Answers how much was done. `hold` says that the work goes on, so that no other process takes it for abandoned. */
  work(ctx: Context, date: string, hold: () => Promise<void>): Promise<number>
}

/**
 * Does a day's work once its hour has come, and never twice: the day is written down when it is done. A process that
 * was away at that hour does it when it is back; one that dies in the middle leaves it to the next process that looks.
 * Answers whether this call did it.
 */
export async function runDaily(
  ctx: Context,
  job: DailyJob,
  { byDay = false, work }: DailyWork,
): Promise<boolean> {
  const { date, minute } = await getDueDay(ctx.db, minutesOf(jobSchedules[job].dailyAt))
  if (byDay && (minute < morning || minute >= evening)) return false
  if (!(await holdDay(ctx.db, job, date))) return false
  const done = await work(ctx, date, async () => {
    await holdDay(ctx.db, job, date, true)
  })
  await finishDay(ctx.db, job, date, done)
  return true
}

/** Minutes after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
