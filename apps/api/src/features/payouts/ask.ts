import { findBank, findBranch } from '@shirogane/bank/banks'
import type { PayoutRequest } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import type { PayableMethod } from '../payout-methods/index.ts'
import { coolingProblem, coolingUntil } from '../auth/index.ts'
import type { Terms } from './terms.ts'

export type Wish = {
  user_id: string
  key: string
  request_hash: Buffer
  amount: number | null
  automatic: boolean
  fee: number
  withheld: number | null
  terms: Terms
}

/** Why nothing can be paid to this account now. */
export type MethodRefusal =
  | { code: 'PAYOUT_METHOD_REQUIRED' | 'PAYOUT_METHOD_TROUBLE' | 'PAYOUT_METHOD_REVIEW' }
  | { code: 'COOLING_OFF'; until: Date }

/** What stands against paying this person to this account now. */
export async function methodRefusal(
  ctx: Context,
  tx: Tx,
  userId: string,
  method: PayableMethod | null,
): Promise<MethodRefusal | null> {
  if (!method) return { code: 'PAYOUT_METHOD_REQUIRED' }
  if (method.trouble === 'review') return { code: 'PAYOUT_METHOD_REVIEW' }
  if (method.trouble !== null) return { code: 'PAYOUT_METHOD_TROUBLE' }
  const untils = [method.usable_from, await coolingUntil(ctx, tx, userId)]
  const until = Math.max(...untils.map((one) => one?.getTime() ?? 0))
  return until > ctx.now().getTime() ? { code: 'COOLING_OFF', until: new Date(until) } : null
}

export const methodProblem = (refusal: MethodRefusal): Problem =>
  'until' in refusal ? coolingProblem(refusal.until) : new Problem(refusal.code)

/** The account's number in a payout's row is closed for that row. */
export const accountPurpose = (payoutId: string): string => `payout ${payoutId}`

type Account = Pick<PayableMethod, 'bank_code' | 'branch_code' | 'account_type' | 'account_number'>

/** The same for payouts to the same account, under each key that is given. */
export function payoutAccountNames(
  { keys }: Pick<Context, 'keys'>,
  { bank_code, branch_code, account_type, account_number }: Account,
): string[] {
  return keys.namesOf('payout account', [bank_code, branch_code, account_type, account_number].join('-'))
}

/** What the ledger is asked to put aside, with the account as it stands now. Holds the account until the commit. */
export async function composeAsked(ctx: Context, wish: Wish, method: PayableMethod): Promise<PayoutRequest> {
  const id = uuidv7(ctx.now())
  const { bank_code, branch_code, account_type, account_number } = method
  const [bank, branch] = await Promise.all([
    findBank(ctx.config, bank_code),
    findBranch(ctx.config, bank_code, branch_code),
  ])
  // Banks merge: an account of one that is gone has to be named anew before money is sent.
  if (!bank || !branch) throw new Problem('PAYOUT_METHOD_TROUBLE')
  return {
    id,
    user_id: wish.user_id,
    key: wish.key,
    request_hash: wish.request_hash,
    amount: wish.amount,
    automatic: wish.automatic,
    cutoff_at: wish.terms.cutoff_at.toISOString(),
    value_date: wish.terms.run.value_date,
    fee: wish.fee,
    withheld: wish.withheld,
    payout_method_id: method.id,
    bank_code,
    bank_name: method.bank_name,
    bank_kana: bank.transfer_kana,
    branch_code,
    branch_name: method.branch_name,
    branch_kana: branch.transfer_kana,
    account_type,
    account_tail: account_number.slice(-3),
    encrypted_account: ctx.keys.encrypt(accountPurpose(id), account_number).toString('hex'),
    account_key: payoutAccountNames(ctx, method)[0]!,
    holder_kana: method.account_name_kana,
  }
}
