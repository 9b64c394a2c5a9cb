import type { Context } from '../context.ts'
import { eraseClosed, forgetUnverified, noteLeavings, watchTexts } from '../features/auth/index.ts'
import { watchDueInvitations, watchInvitations } from '../features/affiliates/index.ts'
import { forgetUntakenPictures } from '../features/banners/index.ts'
import { checkBooks, sealBooks } from '../features/books/index.ts'
import { giveBirthdayPoints } from '../features/campaigns/index.ts'
import { expireEnded, remindOfEnding } from '../features/expiry/index.ts'
import { forgetUntakenAvatars } from '../features/files/index.ts'
import { erasePrivateFiles, expireApprovals } from '../features/kyc/index.ts'
import { rekeying } from '../features/keys/index.ts'
import { lapseDue, watchStock } from '../features/inventory/index.ts'
import { announceTerms } from '../features/legal/index.ts'
import { forgetUntakenPhotos } from '../features/skus/index.ts'
import { judgeLevels, remindOfFalls } from '../features/levels/index.ts'
import { watchDays } from '../features/days/index.ts'
import { requestDue } from '../features/payouts/index.ts'
import { forgetDue } from '../features/retention/index.ts'
import { settleRewards } from '../features/rewards/index.ts'
import { keepBook, watchPrepaid } from '../features/prepaid/index.ts'
import {
  askForDueCharges,
  endConfirmations,
  endParked,
  remindOfDebts,
} from '../features/transactions/index.ts'
import { type Daily, runDaily } from './daily.ts'
import { findFinishedBefore } from './daily-store.ts'

const sealEveryMs = 10_000
const chargesEveryMs = 3_000
const watchEveryMs = 60_000
const dailyEveryMs = 60_000
const tidyEveryMs = 10 * 60_000

/**
 * What the ledger needs done now and then: everything posted joins the chain of hashes within a minute, lapsed
 * checkouts are given up, and rows that are not needed any more go. Every process may run it; the database lets one
 * extend the chain at a time.
 */
export function keeperJobs(ctx: Context): Job[] {
  return [
    job('seal', sealEveryMs, () => sealBooks(ctx)),
    job('lapsed checkouts', sealEveryMs * 3, () => ctx.db.rows('select ledger.close_lapsed_checkouts()')),
    job('payments that nobody confirmed', sealEveryMs, () => endConfirmations(ctx.db)),
    job('parked sales', tidyEveryMs, () => endParked(ctx.db)),
    job('goods that nobody fetched', sealEveryMs * 3, () => lapseDue(ctx.db)),
    job('charges without an answer', chargesEveryMs, () => askForDueCharges(ctx)),
    job('tidy', tidyEveryMs, () => ctx.db.rows('select ledger.tidy()')),
    // The demo keeps its cast, of whom one is waiting to be verified.
    ...(ctx.config.demo ? [] : [job('unverified', tidyEveryMs, () => forgetUnverified(ctx))]),
    job('unconfirmed texts', watchEveryMs, () => watchTexts(ctx)),
    job('closed accounts', tidyEveryMs, () => eraseClosed(ctx)),
    job('notes of who has left', tidyEveryMs, () => noteLeavings(ctx)),
    job('untaken avatars', tidyEveryMs, () => forgetUntakenAvatars(ctx)),
    job('untaken pictures of banners', tidyEveryMs, () => forgetUntakenPictures(ctx)),
    job('untaken photographs of goods', tidyEveryMs, () => forgetUntakenPhotos(ctx)),
    job('private files', tidyEveryMs, () => erasePrivateFiles(ctx)),
    job('rows of an older key', sealEveryMs, rekeying(ctx)),
    job('prepaid book', sealEveryMs, () => keepBook(ctx)),
    job('prepaid alerts', tidyEveryMs, () => watchPrepaid(ctx)),
    job('days to close', tidyEveryMs, () => watchDays(ctx)),
    job('stock at its reorder point', watchEveryMs, () => watchStock(ctx)),
    job('new terms', watchEveryMs, () => announceTerms(ctx)),
    ...dailyJobs.map((daily) => job(daily.job, dailyEveryMs, () => runDaily(ctx, daily))),
    job('invitations of oneself', tidyEveryMs, watchInvitations(ctx)),
    job('ended papers', tidyEveryMs, () => expireApprovals(ctx)),
  ]
}

type Job = { name: string; everyMs: number; work: () => Promise<unknown> }

const job = (name: string, everyMs: number, work: Job['work']): Job => ({ name, everyMs, work })

export function startKeeper(ctx: Context): { stop(): Promise<void> } {
  const timers = keeperJobs(ctx).map(({ name, everyMs, work }) => repeat(ctx, name, everyMs, work))
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()))
    },
  }
}

/** What is done once a day, each at its hour of Tokyo. */
export const dailyJobs: readonly Daily[] = [
  { job: 'expire', at: 10, work: (ctx, _date, hold) => expireEnded(ctx, hold) },
  {
    job: 'ranks',
    at: 20,
    // Ranks first: a birthday in January is measured by the new one.
    work: async (ctx, date, hold) =>
      (await judgeLevels(ctx, hold)) + (await giveBirthdayPoints(ctx, date, hold)),
  },
  {
    job: 'rewards',
    at: 30,
    // The rounds of the day come to each invitation in their time: nothing is confirmed that was not looked at now.
    work: async (ctx, date, hold) => {
      await watchDueInvitations(ctx, hold)
      return settleRewards(ctx, date, hold)
    },
  },
  { job: 'forget', at: 3 * 60 + 30, work: (ctx, _date, hold) => forgetDue(ctx, hold) },
  { job: 'books', at: 4 * 60, work: checkBooks },
  {
    job: 'remind',
    at: 10 * 60,
    byDay: true,
    work: async (ctx, date, hold) =>
      remindOfEnding(ctx, date, await findFinishedBefore(ctx.db, 'remind', date), hold),
  },
  {
    job: 'remind of debts',
    at: 10 * 60,
    byDay: true,
    work: async (ctx, date, hold) =>
      remindOfDebts(ctx, date, await findFinishedBefore(ctx.db, 'remind of debts', date), hold),
  },
  {
    job: 'remind of ranks',
    at: 10 * 60,
    byDay: true,
    work: async (ctx, date, hold) =>
      remindOfFalls(ctx, date, await findFinishedBefore(ctx.db, 'remind of ranks', date), hold),
  },
  {
    job: 'payouts of the month',
    at: 6 * 60,
    work: async (ctx, date, hold) =>
      requestDue(ctx, date, await findFinishedBefore(ctx.db, 'payouts of the month', date), hold),
  },
]

/** The next round begins a while after the last one has ended, so that a slow one is never overtaken. */
function repeat(
  ctx: Context,
  name: string,
  everyMs: number,
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  let isStopped = false
  const next = () => {
    timer = setTimeout(() => {
      running = work()
        .then(() => undefined)
        .catch((error: unknown) =>
          ctx.log.warn({ err: error, job: name }, 'a job failed and will be tried again'),
        )
        .finally(() => {
          if (!isStopped) next()
        })
    }, everyMs)
    timer.unref()
  }
  next()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
