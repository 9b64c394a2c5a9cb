import { createHash } from 'node:crypto'
import { bankNameKana } from '@shirogane/contract/bank-kana'
import { tokyoDate } from '@shirogane/contract/person'
import type { Client } from 'pg'
import type { Config } from '../config.ts'
import { uuidv7 } from '../db/uuid.ts'
import { deriveKeys } from '../features/auth/keys.ts'
import { numberPurpose } from '../features/payout-methods/account.ts'
import { accountPurpose } from '../features/payouts/ask.ts'
import { endOfCutoff, runOf } from '../features/payouts/bank-days.ts'
import { sealFile } from '../features/payouts/batch-file.ts'
import { failureWords } from '../features/payouts/words.ts'
import { type Transfer, type TransferFile, writeTransfers } from '../features/payouts/zengin.ts'
import { addDays } from '../lib/days.ts'
import { registerAccount } from './accounts.ts'
import { confirmRewards } from './invitations.ts'
import type { SeededIds } from './seed.ts'

type Act = { at: Date; run: () => Promise<void> }
type Outcome = 'paid' | 'name_mismatch'
type Asked = { username: string; friend: string; outcome: Outcome }

const bank = bankNameKana('テスト')
const branch = bankNameKana('ホンテン')

/**
 * Two of the bank's weekly runs, and a request that nobody has approved yet: what one member was paid, and what came back
 * to another, who has named a new account since. All of it as the desk does it, at the hours when it does it.
 */
export function planPayouts(client: Client, config: Config, ids: SeededIds): Act[] {
  const keys = deriveKeys(config.secretKey)
  const today = tokyoDate(new Date())
  const batches = new Map<string, string[]>()
  const requested = new Map<string, string>()

  const runs: [weeks: number, asked: Asked[]][] = [
    [4, [{ username: 'kyoko', friend: 'okure', outcome: 'paid' }]],
    [
      2,
      [
        { username: 'kyoko', friend: 'okure', outcome: 'paid' },
        { username: 'funo', friend: 'teishi', outcome: 'name_mismatch' },
      ],
    ],
  ]
  const acts = runs.flatMap(([weeks, asked]): Act[] => {
    // The Saturday before the run that many weeks ago; its cut-off is the Monday that follows.
    const { cutoff_on, file_on, value_date } = runOf(addDays(runOf(today).cutoff_on, -7 * (weeks + 1) - 2))
    const saturday = addDays(cutoff_on, -2)
    return [
      ...asked.map(({ username, friend }, index) => ({
        at: at(saturday, `12:0${index}`),
        run: async () => {
          // Only what they claim: what had been confirmed by the end of a month would have been asked for by itself.
          await confirmRewards(client, ids.members.get(friend))
          requested.set(`${weeks} ${username}`, await claimAndRequest(username, friend))
        },
      })),
      {
        at: at(file_on, '09:40'),
        run: async () => {
          const made = asked.map(({ username }) => requested.get(`${weeks} ${username}`)!)
          batches.set(String(weeks), made)
          await accept('select code from ledger.approve_payouts($1, $2)', [made, await staff('accounting')])
        },
      },
      { at: at(file_on, '10:20'), run: () => exportFile(value_date) },
      { at: at(value_date, '16:10'), run: () => settle(batches.get(String(weeks))!, asked) },
    ]
  })
  const named = addDays(runOf(today).cutoff_on, -9)
  return [
    ...acts,
    {
      at: at(named, '19:00'),
      run: async () => {
        await client.query('update payout_methods set is_default = false where user_id = $1', [
          ids.members.get('funo'),
        ])
        await registerAccount(client, keys, { username: 'funo', id: ids.members.get('funo')! }, '0067908')
      },
    },
    {
      at: at(addDays(today, -1), '19:40'),
      run: async () => {
        await request('funo')
      },
    },
  ]

  async function staff(type: 'accounting' | 'owner'): Promise<string> {
    const { rows } = await client.query<{ user_id: string }>(
      'select user_id from employees where type = $1 limit 1',
      [type],
    )
    return rows[0]!.user_id
  }

  async function accept(text: string, values: unknown[]): Promise<void> {
    const { rows } = await client.query<{ code: string | null }>(text, values)
    if (rows[0]!.code !== null) throw new Error(`The payouts of the history were refused: ${rows[0]!.code}`)
  }

  /** Everything that one friend brought and that is confirmed by now. */
  async function claimAndRequest(username: string, friend: string): Promise<string> {
    await accept(`select code from ledger.claim_reward($1, $2, $3, 'bank', null, null)`, [
      uuidv7(),
      ids.members.get(username),
      ids.members.get(friend),
    ])
    return request(username)
  }

  async function request(username: string): Promise<string> {
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
      `select id, sealed_number as account_number, account_name_kana, last3 from payout_methods
       where user_id = $1 and is_default`,
      [userId],
    )
    const method = rows[0]!
    const account_number = keys.unseal(numberPurpose(method.id), method.account_number)
    await accept('select code from ledger.request_payout($1, true)', [
      JSON.stringify({
        id,
        user_id: userId,
        key: id,
        request_hash: '00',
        amount: null,
        automatic: false,
        cutoff_at: endOfCutoff(run),
        value_date: run.value_date,
        fee: 0,
        payout_method_id: method.id,
        bank_code: '9999',
        bank_name: 'テスト銀行',
        bank_kana: bank,
        branch_code: '001',
        branch_name: '本店',
        branch_kana: branch,
        account_type: 'ordinary',
        account_tail: method.last3,
        sealed_account: keys.seal(accountPurpose(id), account_number).toString('hex'),
        account_key: keys.nameOf('payout account', ['9999', '001', 'ordinary', account_number].join('-')),
        holder_kana: method.account_name_kana,
      }),
    ])
    return id
  }

  async function exportFile(value_date: string): Promise<void> {
    const owner = await staff('owner')
    const { rows } = await client.query<{
      id: string
      reference: string
      amount: string
      sealed_account: Buffer
      holder_kana: string
      is_first: boolean
    }>('select * from ledger.take_payouts($1)', [owner])
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
        account_number: keys.unseal(accountPurpose(row.id), row.sealed_account),
        holder: row.holder_kana,
        amount: Number(row.amount),
        newness: row.is_first ? 1 : 0,
        reference: Number(row.reference),
      })),
    }
    const bytes = writeTransfers(file)
    const id = uuidv7()
    await accept('select ledger.export_payouts($1, $2, $3, $4, $5, $6, $7, $8) as code', [
      id,
      owner,
      rows.map((row) => row.id),
      rows.map(() => 0),
      value_date,
      sealFile({ keys }, id, { bytes, file }),
      createHash('sha256').update(bytes).digest(),
      file.transfers.reduce((sum, { amount }) => sum + amount, 0),
    ])
  }

  async function settle(payouts: readonly string[], asked: readonly Asked[]): Promise<void> {
    const results = payouts.map((payout_id, index) => ({
      payout_id,
      outcome: asked[index]!.outcome,
      transaction_id: uuidv7(),
    }))
    await accept(
      `select code from ledger.settle_payouts((select batch_id from payouts where id = $1), $2, $3, null)`,
      [payouts[0], await staff('accounting'), JSON.stringify(results)],
    )
    const failed = results.filter(({ outcome }) => outcome !== 'paid').map(({ payout_id }) => payout_id)
    await client.query(
      `update payout_methods set flagged_reason = $2, flagged_at = ledger.now()
       where id in (select payout_method_id from payouts where id = any ($1))`,
      [failed, failureWords.name_mismatch],
    )
    await client.query(
      `insert into notifications (id, user_id, topic, title, message, transaction_id, dedupe_key, created_at)
       select ledger.new_id(), o.user_id, 'affiliate', '振込ができませんでした',
         '理由：' || $2::text || '。' || to_char(o.amount, 'FM999,999,999') || '円を報酬残高に戻しました。口座情報をご確認ください。',
         o.id, 'payout:failed:' || o.id, ledger.now()
       from payouts o where o.id = any ($1)`,
      [failed, failureWords.name_mismatch],
    )
  }
}

const at = (date: string, time: string): Date => new Date(`${date}T${time}:00+09:00`)
