/** What a table keeps for a time of its own, and what happens then. */
export type Term = {
  table: string
  /** What the rows are, for a reader of the page. */
  what: string
  /** How long they are kept, and from when. */
  kept: string
  /** Which rows are over, said of a row `r`. */
  due: string
  /** What is emptied of a row that stays; without it the row goes. */
  empty?: string
  /** The ledger's function that does it, where the application writes nothing itself: it takes how many rows at most. */
  by?: string
  source: string
}

const domain = 'domain-japan 3, Retention'
const house = 'the house'

/** What proves something for minutes, and is looked at for a day or two when a person asks what happened. */
function proof(table: string, column: string, what: string): Term {
  return {
    table,
    what,
    kept: '2 days',
    due: `r.${column} < ledger.now() - interval '2 days'`,
    source: house,
  }
}

const leftOver = (years: number, user: string) =>
  `exists (select from users u where u.id = ${user} and u.closed_at < ledger.now() - interval '${years} year')`
/** The identity documents of a person who left seven years ago, once none of their pictures can be opened any more. */
const recordIsOver = (request: string) => `${request} in (
  select q.id from users u join kyc_requests q on q.user_id = u.id
  where u.closed_at < ledger.now() - interval '7 years'
    and not exists (select from private_files f where f.user_id = u.id and f.erased_at is null))`

/**
 * What the round of each day removes, in its order: what hangs on something goes before it. The longer times are held by
 * triggers of the tables as well (`functions/rows-stay.sql` of the schema), so that a wrong line here removes nothing that has to be kept.
 */
export const terms: readonly Term[] = [
  {
    table: 'pins',
    what: 'codes by SMS and mail, as keyed hashes',
    kept: '90 days',
    due: `r.created_at < ledger.now() - interval '90 days'`,
    source: domain,
  },
  {
    table: 'messages',
    what: 'mails and SMS that were sent; what was in them goes when they are sent',
    kept: '90 days',
    due: `r.created_at < ledger.now() - interval '90 days'`,
    source: domain,
  },
  {
    table: 'sms_pauses',
    what: 'numbers and networks that were not texted for an hour',
    kept: '90 days after the pause',
    due: `r.until < ledger.now() - interval '90 days'`,
    source: domain,
  },
  proof('login_flows', 'created_at', 'logins under way'),
  proof('reset_flows', 'created_at', 'new passwords under way'),
  proof('counter_codes', 'issued_at', 'codes that were shown at a counter'),
  proof('kyc_visits', 'issued_at', 'codes for showing papers at a counter'),
  proof('desk_readings', 'at', 'whose code was read at a desk'),
  proof('passkey_challenges', 'expires_at', 'questions to passkeys'),
  proof('store_assertions', 'expires_at', 'proofs of the online store'),
  proof('pending_contacts', 'created_at', 'new addresses and numbers that wait for their code'),
  proof('email_undos', 'expires_at', 'ways back to an earlier mail address'),
  proof('step_ups', 'created_at', 'second proofs'),
  proof('card_keepings', 'started_at', 'cards that are being registered'),
  proof('handoffs', 'created_at', 'links into the online store'),
  proof('payout_stop_codes', 'expires_at', 'numbers that stop payouts'),
  {
    table: 'parked_sales',
    what: 'carts that were put aside, with the name that staff gave them',
    kept: '90 days after their end',
    due: `r.status in ('completed', 'discarded', 'expired') and r.expires_at < ledger.now() - interval '90 days'`,
    source: house,
  },
  {
    table: 'ledger.stock_reservations',
    what: 'the name of the cart that goods were kept for',
    kept: '90 days after the end',
    due: `r.state <> 'active' and r.label <> '' and r.ended_at < ledger.now() - interval '90 days'`,
    by: 'ledger.unname_reservations',
    source: house,
  },
  {
    table: 'saved_searches',
    what: 'searches with words in them, which may be a name, and all of those who no longer work here',
    kept: '90 days after they were last kept',
    due: `r.created_at < ledger.now() - interval '90 days' and (r.filter ->> 'q' <> '' or not exists (
      select from employees e where e.user_id = r.employee_id and e.active))`,
    source: house,
  },
  {
    table: 'consents',
    what: 'which version of a text somebody agreed to',
    kept: 'the membership, and 1 year',
    due: leftOver(1, 'r.user_id'),
    source: domain,
  },
  {
    table: 'sessions',
    what: 'address, browser and device of a login',
    kept: '3 years after its last use',
    due: `r.device_id <> '' and r.created_at < ledger.now() - interval '3 years'
      and r.last_used_at < ledger.now() - interval '3 years'`,
    empty: `ip = null, user_agent = null, device_id = ''`,
    source: domain,
  },
  {
    table: 'audit_log',
    what: 'what staff did and looked at',
    kept: '3 years',
    due: `r.at < ledger.now() - interval '3 years'`,
    source: domain,
  },
  {
    table: 'contacts',
    what: 'questions, with what staff did about them (`contact_acts`)',
    kept: '3 years after the answer',
    due: `r.status = 'done' and r.handled_at < ledger.now() - interval '3 years'`,
    source: house,
  },
  {
    table: 'cash_checks',
    what: 'who paid or was paid more than the legal line in cash',
    kept: '7 years',
    due: `r.business_date < (ledger.now() - interval '7 years')::date and r.keep_until < ledger.now() - interval '1 day'`,
    source: '犯罪収益移転防止法',
  },
  {
    table: 'kyc_images',
    what: 'which picture belongs to which check of papers',
    kept: 'the membership, and 7 years',
    due: recordIsOver('r.request_id'),
    source: domain,
  },
  {
    table: 'kyc_decisions',
    what: 'decisions about papers',
    kept: 'the membership, and 7 years',
    due: recordIsOver('r.request_id'),
    source: domain,
  },
  {
    table: 'kyc_requests',
    what: 'name, birthday and address as on the papers',
    kept: 'the membership, and 7 years',
    due: `${recordIsOver('r.id')} and not exists (select from kyc_images i where i.request_id = r.id)`,
    source: domain,
  },
]
