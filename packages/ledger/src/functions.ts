import { readFile } from 'node:fs/promises'

/** The ledger's SQL functions in the order in which they must be loaded: each may use those before it. */
const files = [
  'quiet.sql',
  'clock.sql',
  'settings.sql',
  'approvals.sql',
  'numbers.sql',
  'registers.sql',
  'post.sql',
  'days.sql',
  'deferred.sql',
  'pay-codes.sql',
  'parked.sql',
  'rewards.sql',
  'movements/expire.sql',
  'movements/repay.sql',
  'movements/charge.sql',
  'movements/grant.sql',
  'movements/card-charge.sql',
  'movements/convert.sql',
  'movements/forfeit.sql',
  'movements/cash.sql',
  'close.sql',
  'campaigns.sql',
  'levels.sql',
  'stock.sql',
  'cash-guard.sql',
  'movements/cash-charge.sql',
  'movements/reward.sql',
  'movements/pay.sql',
  'movements/invite.sql',
  'movements/refund.sql',
  'movements/collect.sql',
  'movements/write-off.sql',
  'movements/hand.sql',
  'movements/correct.sql',
  'stock-acts.sql',
  'movements/buyback.sql',
  'movements/reverse-buyback.sql',
  'pieces.sql',
  'movements/payout.sql',
  'payout-stops.sql',
  'seal.sql',
  'prepaid.sql',
  'stock-audit.sql',
  'audit.sql',
  'tidy.sql',
  'acts.sql',
  'access.sql',
] as const

/** Name and text of every file of ledger functions. Loading them twice is harmless: each one replaces what was there. */
export async function ledgerFunctions(): Promise<{ name: string; sql: string }[]> {
  return Promise.all(
    files.map(async (name) => ({ name, sql: await readFile(new URL(name, import.meta.url), 'utf8') })),
  )
}
