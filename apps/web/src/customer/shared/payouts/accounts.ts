import { accountTypeNames } from '@shirogane/bank/kana'
import type { PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { ask } from '../../../shell/queries/queries.ts'

/** All of them, the main one first: there are never more than a few. */
export const payoutMethodsQuery = () => ask('payoutMethods.list')

/** The type of the account and the end of its number. */
export function accountText({ data }: Pick<PayoutMethod, 'data'>): string {
  return `${accountTypeNames[data.account_type]} ${data.account_number}`
}

/** The bank and the branch before them. */
export function wholeAccountText(method: Pick<PayoutMethod, 'data'>): string {
  return `${method.data.bank_name} ${method.data.branch_name} ${accountText(method)}`
}

/** Until when nothing leaves to it yet; null where it may. */
export function waitsUntil(
  method: Pick<PayoutMethod, 'usable_from'>,
  now: number = Date.now(),
): string | null {
  return Date.parse(method.usable_from) > now ? method.usable_from : null
}
