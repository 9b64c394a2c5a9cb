import type { AccountType } from '@shirogane/bank/kana'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import type { AccountTrouble } from '@shirogane/contract/resources/members/payout-methods'
import { numberPurpose, troubleOf } from './account.ts'
import { lockMethod } from './store.ts'

/** An account as the payer needs it, the whole number among it: for the file of the bank alone. */
export type PayableMethod = {
  id: string
  bank_code: string
  bank_name: string
  branch_code: string
  branch_name: string
  account_type: AccountType
  account_number: string
  account_name_kana: string
  /** Nothing leaves to it before. */
  usable_from: Date
  /** Why nothing leaves to it; null where something does. */
  trouble: AccountTrouble | null
}

/** One of a person's accounts, or the main one where none is named. Holds it until the commit; null for none. */
export async function findPayoutMethod(
  ctx: Pick<Context, 'keys'>,
  tx: Tx,
  userId: string,
  id?: string,
): Promise<PayableMethod | null> {
  let row = await lockMethod(tx, userId, id ?? null)
  // Another account may have become the main one while this one was waited for: it is read once more.
  if (!row && id === undefined) row = await lockMethod(tx, userId, null)
  if (!row) return null
  const { bank_code, bank_name, branch_code, branch_name, account_type, account_name_kana, usable_from } = row
  return {
    id: row.id,
    bank_code,
    bank_name,
    branch_code,
    branch_name,
    account_type,
    account_number: ctx.keys.decrypt(numberPurpose(row.id), row.encrypted_number),
    account_name_kana,
    usable_from,
    trouble: troubleOf(row),
  }
}
