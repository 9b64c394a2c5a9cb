import { findBank, findBranch } from '@shirogane/bank/banks'
import { createHash } from 'node:crypto'
import { bankNameKana } from '@shirogane/bank/kana'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { exportPayouts, quoteWithheld, takePayouts } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import { readSettings } from '../../../../db/settings.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { recordAct } from '../../../log/index.ts'
import { accountPurpose } from '../../../payouts/ask.ts'
import { valueDateOf } from '../../../payouts/bank-days.ts'
import { encryptFile } from '../../../payouts/batch-file.ts'
import { isHolder } from '../../../payouts/is-holder.ts'
import { presentBatch } from '../../../payouts/present.ts'
import { findBatch } from '../../../payouts/batch-store.ts'
import { getLedgerTime } from '../../../payouts/store.ts'
import { type Consignor, type LineEnd, type TransferFile, writeTransfers } from '@shirogane/bank/zengin'

/**
 * Makes the file of everything that can be paid now. The person who approved a payout does not send it: another one has
 * to. What is in a file never comes into another; a transfer that fails is asked for anew by its owner.
 */
export async function exportFile(
  ctx: Context,
  actor: Actor,
  { requestId }: Input<'admin.exportPayouts'>,
): Promise<Output<'admin.exportPayouts'>> {
  const { consignor, line_end } = await consignorOf(ctx)
  const id = uuidv7(ctx.now())
  await ctx.transact(async (tx) => {
    const taken = await takePayouts(tx, actor.user_id, isHolder)
    if (taken.code !== null) throw new Problem(taken.code)
    const rows = taken.payouts
    const planned = rows.reduce((latest, { value_date }) => (value_date > latest ? value_date : latest), '')
    const value_date = valueDateOf(tokyoDate(await getLedgerTime(tx)), planned)
    const lines = await quoteWithheld(
      tx,
      rows.map((row) => row.id),
      value_date,
    )
    const file: TransferFile = {
      consignor,
      value_date,
      transfers: rows.map((row, at) => ({
        bank_code: row.bank_code,
        bank_name: row.bank_kana,
        branch_code: row.branch_code,
        branch_name: row.branch_kana,
        account_type: row.account_type,
        account_number: ctx.keys.decrypt(accountPurpose(row.id), Buffer.from(row.encrypted_account, 'hex')),
        holder: row.holder_kana,
        amount: row.amount - row.fee - lines[at]!.withheld,
        newness: row.is_first ? 1 : 0,
        reference: row.reference,
      })),
    }
    const bytes = writeTransfers(file, line_end)
    const code = await exportPayouts(tx, {
      id,
      actor_id: actor.user_id,
      value_date: file.value_date,
      lines,
      encrypted: encryptFile(ctx, id, { bytes, file }),
      sha256: createHash('sha256').update(bytes).digest(),
      total: file.transfers.reduce((sum, { amount }) => sum + amount, 0),
    })
    if (code !== null) throw new Problem(code)
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'payout.export',
      object: `payout_batch:${id}`,
      after: { transfers: rows.length, value_date: file.value_date },
    })
  })
  return presentBatch((await findBatch(ctx.db, id))!)
}

async function consignorOf(ctx: Context): Promise<{ consignor: Consignor; line_end: LineEnd }> {
  const settings = await readSettings(ctx.db, [
    'payout.consignor_code',
    'payout.consignor_name',
    'payout.bank_code',
    'payout.branch_code',
    'payout.account_type',
    'payout.account_number',
    'payout.line_end',
  ])
  const text = (key: keyof typeof settings) => settings[key] ?? ''
  const [bank_code, branch_code] = [text('payout.bank_code'), text('payout.branch_code')]
  const [bank, branch] = await Promise.all([
    findBank(ctx.config, bank_code),
    findBranch(ctx.config, bank_code, branch_code),
  ])
  const consignor: Consignor = {
    code: text('payout.consignor_code'),
    name: text('payout.consignor_name'),
    bank_code,
    bank_name: bankNameKana(bank?.kana ?? ''),
    branch_code,
    branch_name: bankNameKana(branch?.kana ?? ''),
    account_type: text('payout.account_type') === 'current' ? 'current' : 'ordinary',
    account_number: text('payout.account_number'),
  }
  if (!bank || !branch || !consignor.code || !consignor.name || !consignor.account_number)
    throw new Problem('PAYOUT_CONSIGNOR')
  return { consignor, line_end: text('payout.line_end') === 'none' ? 'none' : 'crlf' }
}
