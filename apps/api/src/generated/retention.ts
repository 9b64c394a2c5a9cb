// Written by `npm run gen` from the lines "-- Keep" of the schema files.
import type { Term } from '../features/retention/store.ts'

/** What the round of each day removes or empties, in its order: what hangs on a row goes before it. */
export const terms: readonly Term[] = [
  {
    table: 'ledger.stock_reservations',
    kept: '90 days after the end',
    by: 'ledger.unname_reservations',
  },
  {
    table: 'payout_stop_codes',
    kept: '2 days',
    due: `r.expires_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'card_keepings',
    kept: '2 days',
    due: `r.started_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'cash_checks',
    kept: '7 years',
    due: `r.business_date < (ledger.now() - interval '7 years')::date and r.keep_until < ledger.now() - interval '1 day'`,
  },
  {
    table: 'saved_searches',
    kept: '90 days after they were last kept',
    due: `r.created_at < ledger.now() - interval '90 days' and (r.filter ->> 'q' <> '' or not exists (select from employees e where e.user_id = r.employee_id and e.active))`,
  },
  {
    table: 'parked_sales',
    kept: '90 days after their end',
    due: `r.status in ('completed', 'discarded', 'expired') and r.expires_at < ledger.now() - interval '90 days'`,
  },
  {
    table: 'desk_readings',
    kept: '2 days',
    due: `r.at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'kyc_visits',
    kept: '2 days',
    due: `r.issued_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'kyc_decisions',
    kept: 'the membership, and 7 years',
    due: `r.request_id in (select q.id from users u join kyc_requests q on q.user_id = u.id where u.closed_at < ledger.now() - interval '7 years' and not exists (select from private_files f where f.user_id = u.id and f.erased_at is null))`,
  },
  {
    table: 'kyc_images',
    kept: 'the membership, and 7 years',
    due: `r.request_id in (select q.id from users u join kyc_requests q on q.user_id = u.id where u.closed_at < ledger.now() - interval '7 years' and not exists (select from private_files f where f.user_id = u.id and f.erased_at is null))`,
  },
  {
    table: 'kyc_requests',
    kept: 'the membership, and 7 years',
    due: `r.id in (select q.id from users u join kyc_requests q on q.user_id = u.id where u.closed_at < ledger.now() - interval '7 years' and not exists (select from private_files f where f.user_id = u.id and f.erased_at is null)) and not exists (select from kyc_images i where i.request_id = r.id)`,
  },
  {
    table: 'contacts',
    kept: '3 years after the answer',
    due: `r.status = 'done' and r.handled_at < ledger.now() - interval '3 years'`,
  },
  {
    table: 'consents',
    kept: 'the membership, and 1 year',
    due: `exists (select from users u where u.id = r.user_id and u.closed_at < ledger.now() - interval '1 year')`,
  },
  {
    table: 'sms_pauses',
    kept: '90 days after the pause',
    due: `r.until < ledger.now() - interval '90 days'`,
  },
  {
    table: 'messages',
    kept: '90 days',
    due: `r.created_at < ledger.now() - interval '90 days'`,
  },
  {
    table: 'audit_log',
    kept: '3 years',
    due: `r.at < ledger.now() - interval '3 years'`,
  },
  {
    table: 'counter_codes',
    kept: '2 days',
    due: `r.issued_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'pending_contacts',
    kept: '2 days',
    due: `r.created_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'email_undos',
    kept: '2 days',
    due: `r.expires_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'reset_flows',
    kept: '2 days',
    due: `r.created_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'pins',
    kept: '90 days',
    due: `r.created_at < ledger.now() - interval '90 days'`,
  },
  {
    table: 'step_ups',
    kept: '2 days',
    due: `r.created_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'passkey_challenges',
    kept: '2 days',
    due: `r.expires_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'login_flows',
    kept: '2 days',
    due: `r.created_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'store_assertions',
    kept: '2 days',
    due: `r.expires_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'handoffs',
    kept: '2 days',
    due: `r.created_at < ledger.now() - interval '2 days'`,
  },
  {
    table: 'sessions',
    kept: '3 years after its last use',
    due: `r.device_id <> '' and r.created_at < ledger.now() - interval '3 years' and r.last_used_at < ledger.now() - interval '3 years'`,
    empty: `ip = null, user_agent = null, device_id = ''`,
  },
]
