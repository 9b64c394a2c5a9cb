import type { DailyJob, RepeatedJob } from '@shirogane/contract/rules/jobs'
import { endConfirmations } from '@shirogane/ledger'
import type { Context } from '../context.ts'
import { eraseClosed, forgetUnverified, noteLeavings, watchSms } from '../features/auth/index.ts'
import { watchDueInvitations, watchInvitations } from '../features/affiliates/index.ts'
import { forgetUntakenPictures } from '../features/banners/index.ts'
import { checkBooks, chainBooks } from '../features/books/index.ts'
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
import { payRewards } from '../features/rewards/index.ts'
import { keepBook, watchPrepaid } from '../features/prepaid/index.ts'
import { askForDueCharges, endParked, remindOfDebts } from '../features/transactions/index.ts'
import { type DailyWork, runDaily } from './daily.ts'
import { findFinishedBefore } from './daily-store.ts'

/** A job without a timer here is begun by what wakes it: see `startRounds`. */
export type TimedJob = Exclude<
  RepeatedJob,
  'notices' | 'live_events' | 'mails' | 'sms' | 'pushes' | 'gifts' | 'movement_mails'
>

/**
 * What is done again and again: everything posted joins the chain of hashes within a minute, lapsed checkouts are given
 * up, and rows that are not needed any more go. Every process may do it; the database lets one extend the chain at a
 * time. Some of them remember where they are, so a process makes this table once.
 */
export function timedWork(ctx: Context): Record<TimedJob, () => Promise<unknown>> {
  return {
    chain: () => chainBooks(ctx),
    lapsed_checkouts: () => ctx.db.rows('select ledger.close_lapsed_checkouts()'),
    unconfirmed_payments: () => ctx.transact(endConfirmations),
    parked_carts: () => endParked(ctx.db),
    unfetched_articles: () => lapseDue(ctx.db),
    charges_without_answer: () => askForDueCharges(ctx),
    ledger_leftovers: () => ctx.db.rows('select ledger.tidy()'),
    // The demo keeps its cast, of whom one is waiting to be verified.
    unverified_people: async () => (ctx.config.demo ? 0 : forgetUnverified(ctx)),
    unconfirmed_sms: () => watchSms(ctx),
    closed_accounts: () => eraseClosed(ctx),
    notes_of_leavers: () => noteLeavings(ctx),
    untaken_avatars: () => forgetUntakenAvatars(ctx),
    untaken_banner_pictures: () => forgetUntakenPictures(ctx),
    untaken_article_photos: () => forgetUntakenPhotos(ctx),
    private_files: () => erasePrivateFiles(ctx),
    rows_of_older_keys: rekeying(ctx),
    prepaid_book: () => keepBook(ctx),
    prepaid_alerts: () => watchPrepaid(ctx),
    days_to_close: () => watchDays(ctx),
    stock_to_reorder: () => watchStock(ctx),
    new_terms: () => announceTerms(ctx),
    invitations_of_oneself: watchInvitations(ctx),
    ended_documents: () => expireApprovals(ctx),
  }
}

/** What is done once for each day, in the order in which jobs of one hour are begun. */
export const dailyWork: Readonly<Record<DailyJob, DailyWork>> = {
  expire: { work: (ctx, _date, hold) => expireEnded(ctx, hold) },
  ranks: {
    // Ranks first: a birthday in January is measured by the new one.
    work: async (ctx, date, hold) =>
      (await judgeLevels(ctx, hold)) + (await giveBirthdayPoints(ctx, date, hold)),
  },
  rewards: {
    // The rounds of the day come to each invitation in their time: nothing is confirmed that was not looked at now.
    work: async (ctx, date, hold) => {
      await watchDueInvitations(ctx, hold)
      return payRewards(ctx, date, hold)
    },
  },
  forget: { work: (ctx, _date, hold) => forgetDue(ctx, hold) },
  books: { work: checkBooks },
  monthly_payouts: {
    work: async (ctx, date, hold) =>
      requestDue(ctx, date, await findFinishedBefore(ctx.db, 'monthly_payouts', date), hold),
  },
  remind: {
    byDay: true,
    work: async (ctx, date, hold) =>
      remindOfEnding(ctx, date, await findFinishedBefore(ctx.db, 'remind', date), hold),
  },
  remind_of_debts: {
    byDay: true,
    work: async (ctx, date, hold) =>
      remindOfDebts(ctx, date, await findFinishedBefore(ctx.db, 'remind_of_debts', date), hold),
  },
  remind_of_ranks: {
    byDay: true,
    work: async (ctx, date, hold) =>
      remindOfFalls(ctx, date, await findFinishedBefore(ctx.db, 'remind_of_ranks', date), hold),
  },
}
export const dailyJobs = Object.keys(dailyWork) as DailyJob[]

/** Answers whether this call did it: its hour had come, and no other process has done it or is at it. */
export const runDailyJob = (ctx: Context, job: DailyJob): Promise<boolean> =>
  runDaily(ctx, job, dailyWork[job])

/** Every job that a timer begins, each as one run of it. */
export function listWork(ctx: Context): Map<TimedJob | DailyJob, () => Promise<unknown>> {
  return new Map<TimedJob | DailyJob, () => Promise<unknown>>([
    ...(Object.entries(timedWork(ctx)) as [TimedJob, () => Promise<unknown>][]),
    ...dailyJobs.map((job) => [job, () => runDailyJob(ctx, job)] as const),
  ])
}
