import type pg from 'pg'

export type Finding = { rule: string; subject: string; expected: string; found: string }
export type AuditReport = {
  findings: Finding[]
  transactions: number
  transfers: number
  stock_moves: number
  wallets: number
  acts: number
  blocks: number
}

/** Recomputes the books from the transfers alone. No finding means that they balance. */
export async function audit(db: Pick<pg.ClientBase, 'query'>): Promise<AuditReport> {
  const findings = await db.query<Finding>('select rule, subject, expected, found from ledger.audit()')
  const counts = await db.query<Omit<AuditReport, 'findings'>>(`select
    (select count(*) from ledger.transactions)::int as transactions,
    (select count(*) from ledger.transfers)::int as transfers,
    (select count(*) from ledger.stock_moves)::int as stock_moves,
    (select count(*) from ledger.wallets)::int as wallets,
    (select count(*) from audit_log)::int as acts,
    (select count(*) from ledger.chain_blocks)::int as blocks`)
  return { findings: findings.rows, ...counts.rows[0]! }
}
