import { readFile } from 'node:fs/promises'

/** The tables of the ledger by subject. Each file may refer to those before it; what refers to a later one is added at its foot. */
const files = [
  'accounts.sql',
  'registers.sql',
  'wallets.sql',
  'lots.sql',
  'movements.sql',
  'refunds.sql',
  'corrections.sql',
  'transactions.sql',
  'points.sql',
  'levels.sql',
  'sales.sql',
  'pay-codes.sql',
  'confirmations.sql',
  'idempotency.sql',
  'consumers.sql',
  'chain.sql',
  'deferred.sql',
  'stock.sql',
  'days.sql',
  'rewards.sql',
  'card-charges.sql',
  'prepaid.sql',
] as const

/** Path and text of every file of tables, as the baseline of a new database has them. */
export async function ledgerSchema(): Promise<{ name: string; sql: string }[]> {
  return Promise.all(
    files.map(async (name) => ({
      name: `packages/ledger/schema/${name}`,
      sql: await readFile(new URL(`../schema/${name}`, import.meta.url), 'utf8'),
    })),
  )
}
