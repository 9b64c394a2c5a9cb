import {
  type AccountType,
  isSameHolder,
  readAccountNumber,
  readHolder,
  readYucho,
  toBankKana,
} from '@shirogane/bank/kana'
import { toKatakana } from '@shirogane/contract/inputs/person'

/** What is typed of an account. It stays in the page: no number of an account goes into an address or onto the device. */
export type Draft = {
  account_type: AccountType
  number: string
  symbol: string
  symbolNumber: string
  holder: string
  isMain: boolean
}

export type TypedAccount = {
  branch_code: string
  account_type: AccountType
  account_number: string
  account_name_kana: string
}

/** The account as it will be registered; null while it is none. At the post bank the symbol says the branch as well. */
export function accountOf(draft: Draft, branchCode: string | null): TypedAccount | null {
  const holder = readHolder(draft.holder)
  if ('refusal' in holder) return null
  if (branchCode === null) {
    const account = readYucho(draft.symbol, draft.symbolNumber)
    return account && { ...account, account_name_kana: holder.kana }
  }
  const account_number = readAccountNumber(draft.number)
  if (account_number === null) return null
  return {
    branch_code: branchCode,
    account_type: draft.account_type,
    account_number,
    account_name_kana: holder.kana,
  }
}

/** The letters of a bank for what was typed, hiragana too; a sign that has none stays, to be seen and changed. */
export function bankKanaOf(typed: string): string {
  return toBankKana(toKatakana(typed))
}

export function holderDiffers(holder: string, nameKana: string): boolean {
  return !('refusal' in readHolder(holder)) && !isSameHolder(holder, nameKana)
}
