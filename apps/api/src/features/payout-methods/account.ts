import {
  isCorporateHolder,
  isSameHolder,
  maskAccountNumber,
  readAccountNumber,
  readHolder,
  readYucho,
  type AccountType,
} from '@shirogane/bank/kana'
import type {
  AccountTrouble,
  NamedAccount,
  PayoutMethod,
} from '@shirogane/contract/resources/members/payout-methods'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { findBank, findBranch } from '@shirogane/bank/banks'
import type { Account, MethodRow } from './store.ts'
import { failureWords } from '../../lib/failure-text.ts'

/** A number is closed for its own row, so that it cannot be passed off as another's. */
export const numberPurpose = (id: string): string => `payout method ${id}`

/** An account that exists, in the one spelling that is kept. */
export type ReadAccount = {
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  account_type: AccountType
  account_number: string
  account_name_kana: string
}

/** What the contract let pass, against the banks and branches that there are. */
export async function readAccount(ctx: Pick<Context, 'config'>, data: NamedAccount): Promise<ReadAccount> {
  const holder = readHolder(data.account_name_kana)
  const named =
    'symbol' in data
      ? readYucho(data.symbol, data.number)
      : {
          branch_code: data.branch_code,
          account_type: data.account_type,
          account_number: readAccountNumber(data.account_number),
        }
  if ('refusal' in holder || named === null || named.account_number === null)
    throw new Error('The contract let an account pass that is none')
  const bank = await findBank(ctx.config, data.bank_code)
  if (!bank) throw new Problem('BANK_NOT_FOUND')
  const branch = await findBranch(ctx.config, data.bank_code, named.branch_code)
  if (!branch) throw new Problem('BRANCH_NOT_FOUND')
  return {
    bank_code: bank.code,
    bank_name: bank.name,
    branch_code: branch.code,
    branch_name: branch.name,
    account_type: named.account_type,
    account_number: named.account_number,
    account_name_kana: holder.kana,
  }
}

/** The account as its row keeps it: the number closed, and under a name that only this service can make. */
export function encryptAccount(ctx: Pick<Context, 'keys'>, id: string, account: ReadAccount): Account {
  const { account_number, ...rest } = account
  const [account_key, ...other_keys] = accountNames(ctx, account)
  return {
    ...rest,
    encrypted_number: ctx.keys.encrypt(numberPurpose(id), account_number),
    last3: account_number.slice(-3),
    account_key: account_key!,
    other_keys,
  }
}

/**
 * The same for the same account, for every person who names it, under each key that is given: the current one's first.
 */
export function accountNames(
  ctx: Pick<Context, 'keys'>,
  {
    bank_code,
    branch_code,
    account_type,
    account_number,
  }: Pick<ReadAccount, 'bank_code' | 'branch_code' | 'account_type' | 'account_number'>,
): string[] {
  return ctx.keys.namesOf('bank account', [bank_code, branch_code, account_type, account_number].join('-'))
}

type Standing = Pick<
  MethodRow,
  'stopped_at' | 'flagged_reason' | 'review' | 'account_name_kana' | 'owner_kana'
>

/** Why nothing is paid to an account; null where something is. */
export function troubleOf({
  stopped_at,
  flagged_reason,
  review,
  account_name_kana,
  owner_kana,
}: Standing): AccountTrouble | null {
  if (stopped_at !== null) return 'stopped'
  if (flagged_reason !== null) return 'failed'
  if (isSameHolder(account_name_kana, owner_kana)) return null
  if (review === 'approved') return null
  if (review === null || !isCorporateHolder(account_name_kana)) return 'holder'
  return review === 'pending' ? 'review' : 'refused'
}

export function presentMethod(row: MethodRow): PayoutMethod {
  return {
    id: row.id,
    type: 'bank',
    data: {
      bank_code: row.bank_code,
      bank_name: row.bank_name,
      branch_code: row.branch_code,
      branch_name: row.branch_name,
      account_type: row.account_type,
      account_number: maskAccountNumber(row.last3),
      account_name_kana: row.account_name_kana,
    },
    default: row.is_default,
    usable_from: row.usable_from.toISOString(),
    trouble: troubleOf(row),
    trouble_reason: row.flagged_reason === null ? row.review_reason : failureWords[row.flagged_reason],
    created_at: row.created_at.toISOString(),
  }
}
