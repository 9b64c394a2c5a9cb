import { type PlainTender, plainTenders } from '@shirogane/domain/sales/tenders'
import { standingColumn } from '@shirogane/ledger/standing'
import type { MovementMessage, TransactionRow } from '@shirogane/ledger'
import type { Db, Row } from '../../../db/sql.ts'
import { type MovementFigures, movementText } from '../../../lib/movement-text.ts'
import { noticeText } from '../../../notices/notices.ts'

/** What we keep of one person, section by section: each statement names its columns, so that no hash ever joins in. */
export const sections = {
  account: `select id, username, email, email_verified, phone_number, phone_verified, verified, kyc_status, terms_version, last_name,
      first_name, last_name_kana, first_name_kana, to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth, gender, address,
      guardian_name, guardian_consented_at, created_at, password_changed_at, username_changed_at
    from users where id = $1`,
  addresses: `select postcode, prefecture, city, town, street, building, updated_at from addresses where user_id = $1`,
  confirmations: `select total, balance, points, later, state, asked_at, decided_at from ledger.confirmations
    where customer_id = $1 order by asked_at`,
  consents: `select slug, version, agreed_at from consents where user_id = $1 order by agreed_at`,
  verification: `select v.method, v.document, s.name as store, v.verified_at
    from verifications v left join stores s on s.id = v.store_id where v.user_id = $1`,
  identity_checks: `select document, name, name_kana, to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth, address,
      occupation, purposes, method, status, submitted_at, decided_at,
      to_char(document_expires_on, 'YYYY-MM-DD') as document_expires_on from kyc_requests where user_id = $1 order by submitted_at`,
  sessions: `select user_agent, host(ip) as ip, audience, created_at, last_used_at, revoked_at, revoked_reason
    from sessions where user_id = $1 order by created_at desc`,
  passkeys: `select name, synced, created_at, last_used_at from passkeys where user_id = $1 order by created_at`,
  security_events: `select kind, at from account_changes where user_id = $1 order by at`,
  notifications: `select kind, facts, read_at, created_at from notifications where user_id = $1 order by created_at desc`,
  messages: `select channel, template, created_at, sent_at from messages where user_id = $1 order by created_at desc`,
  notification_choices: `select push_off, mail_off from notification_choices where user_id = $1`,
  push_devices: `select shows_amounts, created_at from push_subscriptions where user_id = $1 order by created_at`,
  pending_contacts: `select kind, value, created_at from pending_contacts where user_id = $1`,
  email_undos: `select email, created_at, expires_at, used_at from email_undos where user_id = $1 order by created_at`,
  identity_visits: `select document, occupation, purposes, issued_at, read_at, used_at from kyc_visits where user_id = $1 order by issued_at`,
  payment_methods: `select brand, last4, exp_month, exp_year, nickname, is_default, created_at, removed_at
    from payment_methods where user_id = $1 order by created_at`,
  payout_methods: `select bank_code, bank_name, branch_code, branch_name, account_type, last3, account_name_kana, is_default,
      created_at, changed_at, removed_at from payout_methods where user_id = $1 order by created_at`,
  payout_stops: `select by_letter, stopped_at, lifted_at from payout_stops where user_id = $1 order by stopped_at`,
  payout_stop_codes: `select created_at, expires_at, used_at from payout_stop_codes where user_id = $1 order by created_at`,
  rewards: `select to_char(sold_on, 'YYYY-MM-DD') as sold_on, base, rate_bp, amount, reversed, claimed, returned, confirmed_at
    from ledger.rewards where affiliator_id = $1 order by earned_at`,
  prepaid_cashouts: `select amount, reason, way, status, requested_at, decided_at from prepaid_cashouts
    where user_id = $1 order by requested_at`,
  payouts: `select reference, amount, fee, automatic, bank_name, branch_name, account_type, account_tail, holder_kana,
      to_char(value_date, 'YYYY-MM-DD') as value_date, requested_at, status, settled_at, failure, recalled_at, canceled_at
    from payouts where user_id = $1 order by requested_at`,
  payout_tax_number: `select registration_no, changed_at from payout_tax_numbers where user_id = $1`,
  card_charges: `select brand, last4, amount, state, failure, created_at, settled_at
    from ledger.card_charges where customer_id = $1 order by created_at`,
  campaign_entries: `select c.name, e.entered_at from campaign_entries e join campaigns c on c.id = e.campaign_id
    where e.user_id = $1 order by e.entered_at`,
  campaign_points: `select t.number, p.label, p.base, p.rate_bp, p.points, p.expires_at
    from ledger.point_reasons p join ledger.transactions t on t.id = p.transaction_id
    where p.customer_id = $1 order by t.number, p.part`,
  level_changes: `select at, reason, year, level_before, level_after, accumulation
    from ledger.level_changes where user_id = $1 order by at`,
  given_ranks: `select g.rank, to_char(g.until, 'YYYY-MM-DD') as until, g.given_at, g.ended_at
    from ledger.given_levels g where g.user_id = $1 order by g.given_at`,
  former_usernames: `select username, given_up_at from former_usernames where user_id = $1`,
  campaign_gifts: `select campaign, period, granted_at from ledger.campaign_grants where user_id = $1 order by granted_at`,
  contacts: `select number, kind, message, status, created_at from contacts where user_id = $1 order by created_at`,
  affiliate: `select a.created_at from affiliates a where a.user_id = $1`,
  affiliator: `select code, terms_version, agreed_at, created_at, reward_method, reward_method_since from affiliators where user_id = $1`,
  wallet: `select balance_paid, balance_bonus, point_regular, point_limited, point_debt,
      to_char(point_regular_expires_on, 'YYYY-MM-DD') as point_regular_expires_on, level_index, level_year, level_accumulation,
      level_last_sum
    from ledger.wallets where user_id = $1`,
  point_lots: `select granted, remaining, expires_at from ledger.point_lots where user_id = $1 order by expires_at`,
  receipts: `select t.number, r.addressee, r.proviso, r.issued_at,
      (select count(*)::int from receipt_copies c where c.receipt_id = r.id) as copies
    from receipts r join ledger.transactions t on t.id = r.transaction_id
    where t.customer_id = $1 and r.kind = 'formal' order by r.issued_at`,
  deferred_payments: `select t.number, s.amount, s.collected, s.cancelled, s.written_off, s.status,
      to_char(s.bought_on, 'YYYY-MM-DD') as bought_on, to_char(s.due_on, 'YYYY-MM-DD') as due_on, a.signature,
      a.terms_version, a.agreed_at
    from ledger.deferred_sales s join ledger.transactions t on t.id = s.sale_id
    left join ledger.deferred_agreements a on a.sale_id = s.sale_id
    where s.customer_id = $1 order by t.number`,
  deferred_limits: `select amount, reason, granted_at from ledger.deferred_limits where customer_id = $1 order by granted_at`,
  handed_points: `select points, customer_id = $1 as received, granted_at from ledger.register_grants
    where customer_id = $1 or giver_id = $1 order by granted_at`,
  goods_sold_to_us: `select number, status, amount, paid_by, seller_name, seller_address, seller_occupation,
      to_char(seller_date_of_birth, 'YYYY-MM-DD') as seller_date_of_birth, document, purpose, at
    from buybacks where customer_id = $1 order by at`,
  stops: `select stopped_at, reason, allowed_at from member_stops where user_id = $1 order by stopped_at`,
  kept_goods: `select k.name, r.quantity, r.state, r.until from ledger.stock_reservations r
    join skus k on k.id = r.sku_id where r.customer_id = $1 order by r.until`,
  bonus_lots: `select granted, remaining, expires_at from ledger.bonus_lots where user_id = $1 order by expires_at`,
  transaction_lines: `select t.number, l.line, l.sku, l.name, l.quantity, l.unit_price, l.discount, l.subtotal, l.tax_rate_bp
    from ledger.transactions t join ledger.transaction_lines l on l.transaction_id = t.id
    where t.customer_id = $1 order by t.completed_at desc, t.id desc, l.line`,
} as const

export type ExportedTransaction = Row &
  Record<PlainTender, number> & {
    completed_at: Date
    number: string
    /** Cash that moves apart from sales belongs to no customer. */
    kind: Exclude<TransactionRow['kind'], 'cash'>
    store: string | null
    spent_total: number
    balance: number
    points: number
    received_balance: number
    received_points: number
    balance_after: number | null
    points_after: number | null
    /** What went back of it as money, and what was taken off what was owed for it. */
    given_back: number
    owed_less: number
    message: string | null
  }

export async function listExportedTransactions(db: Db, userId: string): Promise<ExportedTransaction[]> {
  const rows = await db.rows<Row & MovementFigures & { message: MovementMessage | null }>(
    `select t.completed_at, t.number, t.kind, s.name as store, t.spent_total,
       t.tender_balance_paid + t.tender_balance_bonus as balance, t.tender_point_regular + t.tender_point_limited as points,
       ${plainTenders.map((tender) => `${standingColumn(tender)} as ${tender}`).join(', ')},
       t.received_paid + t.received_bonus as received_balance,
       t.received_point_regular + t.received_point_limited as received_points,
       t.balance_paid_after + t.balance_bonus_after as balance_after,
       t.point_regular_after + t.point_limited_after as points_after, 
       (t.refunded_total - coalesce(t.back_points, 0) - r.later - r.kept)::bigint as given_back, r.later as owed_less, t.message
     from ledger.transactions t left join stores s on s.id = t.store_id
     cross join lateral (
       select coalesce(sum(b.tender_later), 0)::bigint as later, coalesce(sum(b.points_deducted), 0)::bigint as kept
       from ledger.transactions b
       where t.refunded_total > 0 and b.related_id = t.id and b.kind = 'refund'
     ) r
     where t.customer_id = $1 order by t.completed_at desc, t.id desc`,
    [userId],
  )
  return rows.map(
    (row) =>
      ({ ...row, message: row.message && movementText(row.message, row) }) as unknown as ExportedTransaction,
  )
}

export async function collectPerson(db: Db, userId: string): Promise<Record<string, Row[]>> {
  const data: Record<string, Row[]> = {}
  for (const [name, statement] of Object.entries(sections)) data[name] = await db.rows(statement, [userId])
  return { ...data, notifications: (data['notifications'] ?? []).map(asRead) }
}

function asRead({ kind, facts, ...notice }: Row): Row {
  const { title, message } = noticeText({ kind: String(kind), facts })
  return { title, message, ...notice }
}
