import { showAccount } from '@shirogane/bank/kana'

/** An account as a row names it, by the end of its number. */
export type Account = Pick<Parameters<typeof showAccount>[0], 'account_type'> & {
  bank_name: string
  branch_name: string
  tail: string
}

export const accountText = ({ bank_name, branch_name, account_type, tail }: Account): string =>
  `${bank_name} ${branch_name} ${showAccount({ account_type, account_number: tail })}`
