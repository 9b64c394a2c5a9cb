import { toBankKana } from '@shirogane/bank/kana'
import type { Client } from 'pg'
import type { Config } from '../config.ts'
import { uuidv7 } from '../db/uuid.ts'
import { deriveKeys, type Keys } from '../features/auth/keys.ts'
import { encryptAccount } from '../features/payout-methods/account.ts'
import { members } from './cast.ts'

/** Who of the cast is paid where: at the bank that does not exist, in their own names. */
const accounts: Readonly<Record<string, string>> = { kyoko: '0012345', funo: '0067890' }

/** The bank accounts of the cast, as they registered them some weeks ago. */
export async function seedAccounts(
  client: Client,
  config: Config,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const keys = deriveKeys(config.secretKey)
  for (const [username, account_number] of Object.entries(accounts)) {
    const person = { username, id: ids.get(username)! }
    await registerAccount(client, keys, person, account_number, new Date(Date.now() - 40 * 86_400_000))
  }
}

/** A main account of one of the cast, in their own name, named at this moment of the ledger's clock or at another. */
export async function registerAccount(
  client: Client,
  keys: Keys,
  person: { username: string; id: string },
  account_number: string,
  at: Date | null = null,
): Promise<void> {
  const { last_name_kana, first_name_kana } = members.find(({ username }) => username === person.username)!
  const id = uuidv7()
  const account = encryptAccount({ keys }, id, {
    bank_code: '9999',
    bank_name: 'テスト銀行',
    branch_code: '001',
    branch_name: '本店',
    account_type: 'ordinary',
    account_number,
    account_name_kana: toBankKana(`${last_name_kana} ${first_name_kana}`),
  })
  await client.query(
    `insert into payout_methods (id, user_id, bank_code, bank_name, branch_code, branch_name, account_type, encrypted_number,
       last3, account_key, account_name_kana, is_default, created_at, changed_at, usable_from)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true, at, at, at + interval '24 hours'
     from (select coalesce($12, ledger.now()) as at) t`,
    [
      id,
      person.id,
      account.bank_code,
      account.bank_name,
      account.branch_code,
      account.branch_name,
      account.account_type,
      account.encrypted_number,
      account.last3,
      account.account_key,
      account.account_name_kana,
      at,
    ],
  )
}
