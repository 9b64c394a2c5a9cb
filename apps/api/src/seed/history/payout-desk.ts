import {
  approvePayouts,
  claimRewards,
  exportPayouts,
  postPayoutRequest,
  recordPayoutResults,
  takePayouts,
} from '@shirogane/ledger'
import { dbOf } from '../../db/sql.ts'
import { createHash } from 'node:crypto'
import { bankNameKana } from '@shirogane/bank/kana'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Client } from 'pg'
import { uuidv7 } from '../../db/uuid.ts'
import type { Keys } from '../../features/auth/keys.ts'
import { numberPurpose } from '../../features/payout-methods/account.ts'
import { accountPurpose } from '../../features/payouts/ask.ts'
import { endOfCutoff, runOf } from '../../features/payouts/bank-days.ts'
import { encryptFile } from '../../features/payouts/batch-file.ts'
import { isHolder } from '../../features/payouts/is-holder.ts'
import { type Transfer, type TransferFile, writeTransfers } from '@shirogane/bank/zengin'
import type { SeededIds } from '../seeded-ids.ts'

// What happens at the desk where rewards are paid out, each act through the ledger.

export type Desk = { client: Client; keys: Keys; ids: SeededIds }
export type Outcome = 'paid' | 'name_mismatch'

const bank = bankNameKana('テスト')
const branch = bankNameKana('ホンテン')

async function staff({ client }: Desk, type: 'accounting' | 'owner'): Promise<string> {
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from employees where type = $1 limit 1',
    [type],
  )
  return rows[0]!.user_id
}

function accept({ code }: { code: string | null }): void {
  if (code !== null) throw new Error(`The payouts of the history were refused: ${code}`)
}

/** Everything that one friend brought and that is confirmed by now. */
export async function claimAndRequest(desk: Desk, username: string, friend: string): Promise<string> {
  const { code } = await claimRewards(dbOf(desk.client), {
    actor_id: desk.ids.members.get(username)!,
    transaction_id: uuidv7(),
    route: 'reward',
    key: null,
    request_hash: null,
    affiliate_id: desk.ids.members.get(friend)!,
    method: 'bank',
  })
  accept({ code })
  return request(desk, username)
}

/** Asks for all that a member may have paid out, to their main account. */
export async function request(desk: Desk, username: string): Promise<string> {
  const { client, keys, ids } = desk
  const id = uuidv7()
  const userId = ids.members.get(username)!
  const { rows: clock } = await client.query<{ now: Date }>('select ledger.now() as now')
  const run = runOf(tokyoDate(clock[0]!.now))
  const { rows } = await client.query<{
    id: string
    account_number: Buffer
    account_name_kana: string
    last3: string
  }>(
    `select id, encrypted_number as account_number, account_name_kana, last3 from payout_methods
     where user_id = $1 and is_default`,
    [userId],
  )
  const method = rows[0]!
  const account_number = keys.decrypt(numberPurpose(method.id), method.account_number)
  const outcome = await postPayoutRequest(
    dbOf(client),
    {
      id,
      user_id: userId,
      key: id,
      request_hash: Buffer.alloc(1),
      amount: null,
      automatic: false,
      cutoff_at: endOfCutoff(run).toISOString(),
      value_date: run.value_date,
      fee: 0,
      withheld: null,
      payout_method_id: method.id,
      bank_code: '9999',
      bank_name: 'テスト銀行',
      bank_kana: bank,
      branch_code: '001',
      branch_name: '本店',
      branch_kana: branch,
      account_type: 'ordinary',
      account_tail: method.last3,
      encrypted_account: keys.encrypt(accountPurpose(id), account_number).toString('hex'),
      account_key: keys.nameOf('payout account', ['9999', '001', 'ordinary', account_number].join('-')),
      holder_kana: method.account_name_kana,
    },
    true,
  )
  accept(outcome)
  return id
}

/** The books agree to what was asked for; a file of the bank is made of it afterwards. */
export async function approve(desk: Desk, payouts: readonly string[]): Promise<void> {
  const actor_id = await staff(desk, 'accounting')
  accept(await approvePayouts(dbOf(desk.client), { actor_id, ids: payouts }, isHolder))
}

/** What was agreed to goes to the bank, in its own format. */
export async function exportFile(desk: Desk, value_date: string): Promise<void> {
  const { client, keys } = desk
  const owner = await staff(desk, 'owner')
  const taken = await takePayouts(dbOf(client), owner, isHolder)
  if (taken.code !== null) throw new Error(`No file of the history was made: ${taken.code}`)
  const rows = taken.payouts
  const file: TransferFile = {
    consignor: {
      code: '0000000000',
      name: 'ｶ)ﾂｷｼﾛｷﾞﾝｺｳｼﾔ',
      bank_code: '9999',
      bank_name: bank,
      branch_code: '001',
      branch_name: branch,
      account_type: 'ordinary',
      account_number: '1234567',
    },
    value_date,
    transfers: rows.map((row): Transfer => ({
      bank_code: '9999',
      bank_name: bank,
      branch_code: '001',
      branch_name: branch,
      account_type: 'ordinary',
      account_number: keys.decrypt(accountPurpose(row.id), Buffer.from(row.encrypted_account, 'hex')),
      holder: row.holder_kana,
      amount: row.amount,
      newness: row.is_first ? 1 : 0,
      reference: row.reference,
    })),
  }
  const bytes = writeTransfers(file)
  const id = uuidv7()
  const code = await exportPayouts(dbOf(client), {
    id,
    actor_id: owner,
    value_date,
    lines: rows.map((row) => ({ id: row.id, withheld: 0 })),
    total: file.transfers.reduce((sum, { amount }) => sum + amount, 0),
    sha256: createHash('sha256').update(bytes).digest(),
    encrypted: encryptFile({ keys }, id, { bytes, file }),
  })
  accept({ code })
}

/** The bank's day has come: what was paid, and what came back for the name of its account. */
export async function recordResults(
  desk: Desk,
  payouts: readonly string[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const results = payouts.map((payout_id, index) => ({
    payout_id,
    outcome: outcomes[index]!,
    transaction_id: uuidv7(),
  }))
  const { rows } = await desk.client.query<{ batch_id: string }>(
    'select batch_id from payouts where id = $1',
    [payouts[0]],
  )
  const [{ batch_id }, actor_id] = [rows[0]!, await staff(desk, 'accounting')]
  accept(await recordPayoutResults(dbOf(desk.client), { actor_id, batch_id, results, sha256: null }))
  const failed = results.filter(({ outcome }) => outcome !== 'paid').map(({ payout_id }) => payout_id)
  await desk.client.query(
    `update payout_methods set flagged_reason = $2, flagged_at = ledger.now()
     where id in (select payout_method_id from payouts where id = any ($1))`,
    [failed, 'name_mismatch'],
  )
  await desk.client.query(
    `insert into notifications (id, user_id, topic, kind, facts, transaction_id, dedupe_key, created_at)
     select ledger.new_id(), o.user_id, 'affiliate', 'payout_failed',
       jsonb_build_object('amount', o.amount, 'failure', $2::text),
       o.id, 'payout:failed:' || o.id, ledger.now()
     from payouts o where o.id = any ($1)`,
    [failed, 'name_mismatch'],
  )
}
