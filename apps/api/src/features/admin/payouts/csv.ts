import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { type Cell, csvDate, csvOf } from '../../../lib/csv.ts'
import { recordAct } from '../../log/index.ts'
import { deductibleBp, taxIn } from '../../payouts/statement-rules.ts'
import { findTaxNumber, listClaimedIn } from '../../payouts/statement-store.ts'
import { listPaidIn } from '../../payouts/office-store.ts'
import { header, methods } from './text.ts'

type Paid = {
  user_id: string
  username: string
  name: string
  number: string
  on: string
  /** The moment whose registration number holds. */
  at: Date | null
  method: keyof typeof methods
  amount: number
  fee: number
  withheld: number
}

/** Everything paid in a year, to a bank and as balance, by whom it was paid to, with each person's totals beside it. */
export async function csv(
  ctx: Context,
  actor: Actor,
  { query: { year }, requestId }: Input<'admin.payoutsCsv'>,
): Promise<Answer<Output<'admin.payoutsCsv'>>> {
  const rows = await listAllPaid(ctx, year)
  await recordAct(ctx, ctx.db, { actor, requestId, action: 'payout.csv', object: `payouts:${year}` })
  const totals = new Map<string, { paid: number; withheld: number }>()
  for (const { user_id, amount, withheld } of rows) {
    const before = totals.get(user_id)
    totals.set(user_id, {
      paid: (before?.paid ?? 0) + amount,
      withheld: (before?.withheld ?? 0) + withheld,
    })
  }
  const lines: Cell[][] = []
  for (const row of rows) {
    const registration = await findTaxNumber(ctx.db, row.user_id, row.at)
    lines.push([
      row.username,
      row.name,
      registration,
      row.number,
      csvDate(row.on),
      methods[row.method],
      row.amount,
      taxIn(row.amount),
      registration === null ? deductibleBp(row.on) / 100 : 100,
      row.withheld,
      row.fee,
      row.amount - row.fee - row.withheld,
      totals.get(row.user_id)?.paid ?? 0,
      totals.get(row.user_id)?.withheld ?? 0,
    ])
  }
  const file = Buffer.from(csvOf([header, ...lines])) as Output<'admin.payoutsCsv'>
  return new Answer(file, {
    headers: { 'Content-Disposition': `attachment; filename="shiharai_${year}.csv"` },
  })
}

/** In the order of the members, and of the days. What was claimed for the bank is paid when the bank has paid it. */
async function listAllPaid(ctx: Context, year: number): Promise<Paid[]> {
  const [transfers, claims] = await Promise.all([listPaidIn(ctx.db, year), listClaimedIn(ctx.db, year)])
  const rows: Paid[] = [
    ...transfers.map((row) => ({
      ...row,
      on: row.value_date,
      at: row.settled_at,
      method: 'bank' as const,
    })),
    ...claims.map((row) => ({
      ...row,
      on: row.claimed_on,
      at: row.claimed_at,
      method: 'wallet' as const,
      fee: 0,
      withheld: 0,
    })),
  ]
  const keyOf = ({ username, on, number }: Paid) => `${username} ${on} ${number}`
  return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
