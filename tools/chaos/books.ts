import { audit } from '@shirogane/ledger/audit/audit'
import type pg from 'pg'
import type { Books, Posted, Wallet } from './journal.ts'

/** Reads the books by the database alone, as an auditor would: not through the server that is on trial. */
export async function readBooks(db: pg.Pool): Promise<Books> {
  await db.query('select ledger.extend_chain()')
  const payments = await db.query<Posted>(`
    select t.id, t.number, t.customer_id, t.pay_code_id, t.spent_total::int as total,
      (t.tender_point_regular + t.tender_point_limited)::int as points,
      (t.tender_balance_paid + t.tender_balance_bonus)::int as balance,
      t.tender_cash::int as cash, t.received_point_regular::int as earned,
      (select count(*)::int from ledger.outbox o where o.transaction_id = t.id) as announced,
      (select count(*)::int from ledger.outbox o where o.transaction_id = t.id and o.sent_at is not null) as delivered
    from ledger.transactions t where t.kind = 'payment'`)
  const unsealed = await db.query<{ count: number }>(`
    select count(*)::int as count from ledger.transactions
    where xid >= coalesce((select max(until_xid::text::bigint)::text::xid8 from ledger.chain_blocks), '0'::xid8)`)
  const { findings } = await audit(db)
  return {
    payments: payments.rows,
    wallets: await readWallets(db),
    findings: findings.map(
      ({ rule, subject, expected, found }) => `${rule}: ${subject}, expected ${expected}, found ${found}`,
    ),
    unsealed: unsealed.rows[0]!.count,
  }
}

export async function readWallets(db: pg.Pool): Promise<Wallet[]> {
  const { rows } = await db.query<Wallet>(`
    select user_id, (balance_paid + balance_bonus)::int as balance, (point_regular + point_limited)::int as points
    from ledger.wallets order by user_id`)
  return rows
}

/** Events and mails leave after the commit; a killed server does the rest when it comes back. */
export async function waitForOutbox(db: pg.Pool, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    const { rows } = await db.query<{ left: number }>(
      `select ((select count(*) from ledger.outbox where sent_at is null and not dead)
         + (select count(*) from ledger.consumers c join ledger.transactions t on (t.xid, t.id) > (c.xid, c.id))
         + (select count(*) from ledger.set_aside where not dead))::int as left`,
    )
    if (rows[0]?.left === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
