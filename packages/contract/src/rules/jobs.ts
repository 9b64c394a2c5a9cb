/**
 * What the server does by itself, by the codes under which each job's last run is kept. A job with `everySeconds` rests
 * that long after each run; one with `dailyAt` is done once for each day, when that time of Tokyo has come.
 */
export const jobSchedules = {
  notices: { everySeconds: 1 },
  live_events: { everySeconds: 1 },
  mails: { everySeconds: 1 },
  sms: { everySeconds: 1 },
  pushes: { everySeconds: 1 },
  gifts: { everySeconds: 5 },
  movement_mails: { everySeconds: 5 },
  charges_without_answer: { everySeconds: 3 },
  chain: { everySeconds: 10 },
  unconfirmed_payments: { everySeconds: 10 },
  rows_of_older_keys: { everySeconds: 10 },
  prepaid_book: { everySeconds: 10 },
  lapsed_checkouts: { everySeconds: 30 },
  unfetched_articles: { everySeconds: 30 },
  unconfirmed_sms: { everySeconds: 60 },
  stock_to_reorder: { everySeconds: 60 },
  new_terms: { everySeconds: 60 },
  parked_carts: { everySeconds: 600 },
  ledger_leftovers: { everySeconds: 600 },
  unverified_people: { everySeconds: 600 },
  closed_accounts: { everySeconds: 600 },
  notes_of_leavers: { everySeconds: 600 },
  untaken_avatars: { everySeconds: 600 },
  untaken_banner_pictures: { everySeconds: 600 },
  untaken_article_photos: { everySeconds: 600 },
  private_files: { everySeconds: 600 },
  prepaid_alerts: { everySeconds: 600 },
  days_to_close: { everySeconds: 600 },
  invitations_of_oneself: { everySeconds: 600 },
  ended_documents: { everySeconds: 600 },
  expire: { dailyAt: '00:10' },
  ranks: { dailyAt: '00:20' },
  rewards: { dailyAt: '00:30' },
  forget: { dailyAt: '03:30' },
  books: { dailyAt: '04:00' },
  monthly_payouts: { dailyAt: '06:00' },
  remind: { dailyAt: '10:00' },
  remind_of_debts: { dailyAt: '10:00' },
  remind_of_ranks: { dailyAt: '10:00' },
} as const satisfies Record<string, { everySeconds: number } | { dailyAt: string }>

export type Job = keyof typeof jobSchedules
type Schedules = typeof jobSchedules
/** A job that is done once for each day. */
export type DailyJob = { [Name in Job]: Schedules[Name] extends { dailyAt: string } ? Name : never }[Job]
/** A job that rests after each run, and is begun by a timer of its own or by what wakes it. */
export type RepeatedJob = Exclude<Job, DailyJob>

export const jobs = Object.keys(jobSchedules) as [Job, ...Job[]]
