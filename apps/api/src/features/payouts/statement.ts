import type { PayoutStatement } from '@shirogane/contract/payouts'
import { tokyoDate } from '@shirogane/contract/person'
import type { Actor, Context } from '../../context.ts'
import { Answer, type Input, type Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { drawPdf } from '../../paper/pdf.ts'
import { presentPayoutFacts } from '../transactions/index.ts'
import { deductibleBp, statementRateBp, taxIn } from './statement-rules.ts'
import { findPayee, findPayer, findTaxNumber, listPayoutsByIds } from './store.ts'

/** What the house paid, for the books of whom it paid. There is none of what did not arrive. */
async function statementOf(ctx: Context, actor: Actor, id: string): Promise<PayoutStatement> {
  const [row] = await listPayoutsByIds(ctx.db, [id])
  const isOwn = row?.user_id === actor.user_id
  if (!row || row.status !== 'paid' || row.settled_at === null || (!actor.employee && !isOwn))
    throw new Problem('TXN_NOT_FOUND')
  const [payer, payee, registration_no] = await Promise.all([
    findPayer(ctx.db, row.settled_at),
    findPayee(ctx.db, row.user_id),
    findTaxNumber(ctx.db, row.user_id, row.settled_at),
  ])
  if (!payer || !payee) throw new Problem('TXN_NOT_FOUND', { reason: 'the brand is not set up' })
  const { company, postcode, address, phone } = payer
  const facts = presentPayoutFacts(row)
  return {
    number: row.number,
    issued_on: tokyoDate(row.settled_at),
    payer: { company, postcode, address, phone, registration_no: payer.registration_no },
    payee: { name: payee.name, registration_no },
    requested_on: tokyoDate(row.requested_at),
    paid_on: facts.value_date,
    amount: facts.amount,
    tax: { rate: statementRateBp, taxable: facts.amount, tax: taxIn(facts.amount) },
    deductible_bp: registration_no === null ? deductibleBp(facts.value_date) : null,
    withholding: facts.withheld,
    fee: facts.fee,
    transferred: facts.transferred,
    account: {
      bank_code: row.bank_code,
      bank_name: facts.bank_name,
      branch_code: row.branch_code,
      branch_name: facts.branch_name,
      account_type: facts.account_type,
      account_number: facts.account_number,
      holder_kana: facts.holder_kana,
    },
  }
}

export function payoutStatement(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.payoutStatement'>,
): Promise<Output<'transactions.payoutStatement'>> {
  return statementOf(ctx, actor, params.id)
}

export async function payoutStatementPdf(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.payoutStatementPdf'>,
): Promise<Answer<Output<'transactions.payoutStatementPdf'>>> {
  const statement = await statementOf(ctx, actor, params.id)
  return new Answer(await drawPdf({ paper: 'payout', statement }), {
    headers: { 'Content-Disposition': `attachment; filename="shiharai-${statement.number}.pdf"` },
  })
}
