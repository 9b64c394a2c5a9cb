import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { PayoutStatement } from '@shirogane/contract/resources/brand/payouts'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { presentPayoutFacts } from '../transactions/index.ts'
import { listPayoutsByIds } from './office-store.ts'
import { deductibleBp, statementRateBp, taxIn } from './statement-rules.ts'
import {
  findClaimed,
  findPayer,
  findPeriodOfClaim,
  findPeriodOfPayout,
  findTaxNumber,
} from './statement-store.ts'
import { findPayee } from './store.ts'

/** What the brand paid, for the books of whom it paid. There is none of what did not arrive. */
export async function statementOf(ctx: Context, actor: Actor, id: string): Promise<PayoutStatement> {
  const paid = (await findTransfer(ctx, id)) ?? (await findClaim(ctx, id))
  if (!paid || (!actor.employee && paid.user_id !== actor.user_id)) throw new Problem('TXN_NOT_FOUND')
  const { user_id, at, ...facts } = paid
  const [payer, payee, registration_no] = await Promise.all([
    findPayer(ctx.db, at),
    findPayee(ctx.db, user_id),
    findTaxNumber(ctx.db, user_id, at),
  ])
  if (!payer || !payee) throw new Problem('TXN_NOT_FOUND', { reason: 'the brand is not set up' })
  const { company, postcode, address, phone } = payer
  return {
    ...facts,
    issued_on: tokyoDate(at),
    payer: { company, postcode, address, phone, registration_no: payer.registration_no },
    payee: { name: payee.name, registration_no },
    tax: { rate: statementRateBp, taxable: facts.amount, tax: taxIn(facts.amount) },
    deductible_bp: registration_no === null ? deductibleBp(facts.paid_on) : null,
  }
}

/** Of a statement, what is of the payment itself; `at` is the moment whose names and numbers hold. */
type Payment = Omit<PayoutStatement, 'issued_on' | 'payer' | 'payee' | 'tax' | 'deductible_bp'> & {
  user_id: string
  at: Date
}

async function findTransfer(ctx: Context, id: string): Promise<Payment | null> {
  const [row] = await listPayoutsByIds(ctx.db, [id])
  if (row?.status !== 'paid' || row.settled_at === null) return null
  const facts = presentPayoutFacts(row)
  return {
    user_id: row.user_id,
    at: row.settled_at,
    number: row.number,
    period: await findPeriodOfPayout(ctx.db, id),
    requested_on: tokyoDate(row.requested_at),
    paid_on: facts.value_date,
    amount: facts.amount,
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

/** Balance is there at once and whole: of it nothing can be withheld. */
async function findClaim(ctx: Context, id: string): Promise<Payment | null> {
  const claim = await findClaimed(ctx.db, id)
  if (!claim) return null
  return {
    user_id: claim.user_id,
    at: claim.claimed_at,
    number: claim.number,
    period: await findPeriodOfClaim(ctx.db, id),
    requested_on: claim.claimed_on,
    paid_on: claim.claimed_on,
    amount: claim.amount,
    withholding: 0,
    fee: 0,
    transferred: claim.amount,
    account: null,
  }
}
