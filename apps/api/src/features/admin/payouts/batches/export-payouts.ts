import { findBank, findBranch } from '@shirogane/bank/banks'
import { createHash } from 'node:crypto'
import { bankNameKana } from '@shirogane/bank/kana'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Actor, Context } from '../../../../context.ts'
import { readSettings } from '../../../../db/settings.ts'
import type { Db, Tx } from '../../../../db/sql.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { recordAct } from '../../../log/index.ts'
import { isFrozen } from '../../../books/index.ts'
import { accountPurpose } from '../../../payouts/ask.ts'
import { valueDateOf } from '../../../payouts/bank-days.ts'
import { encryptFile } from '../../../payouts/batch-file.ts'
import { heldBy } from '../../../payouts/held.ts'
import { presentBatch } from '../../../payouts/present.ts'
import { findBatch } from '../../../payouts/batch-store.ts'
import { listPayoutsByIds } from '../../../payouts/office-store.ts'
import {
  findApprovedByOne,
  getLedgerTime,
  listWithheld,
  recordBatch,
  type TakenRow,
  takePayouts,
} from '../../../payouts/store.ts'
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
    const rows = await takePayable(tx, actor.user_id)
    if (rows.length === 0) throw new Problem(await whyNone(tx, actor.user_id))
    const planned = rows.reduce((latest, { value_date }) => (value_date > latest ? value_date : latest), '')
    const value_date = valueDateOf(tokyoDate(await getLedgerTime(tx)), planned)
    const ids = rows.map((row) => row.id)
    const withheld = await listWithheld(tx, ids, value_date)
    const file: TransferFile = {
      consignor,
      value_date,
      transfers: rows.map((row) => ({
        bank_code: row.bank_code,
        bank_name: row.bank_kana,
        branch_code: row.branch_code,
        branch_name: row.branch_kana,
        account_type: row.account_type,
        account_number: ctx.keys.decrypt(accountPurpose(row.id), row.encrypted_account),
        holder: row.holder_kana,
        amount: row.amount - row.fee - withheld.get(row.id)!,
        newness: row.is_first ? 1 : 0,
        reference: row.reference,
      })),
    }
    const bytes = writeTransfers(file, line_end)
    const code = await recordBatch(tx, {
      id,
      employee_id: actor.user_id,
      ids,
      withheld: ids.map((payoutId) => withheld.get(payoutId)!),
      value_date: file.value_date,
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

/**
 * A member whose name differs by now from their account's waits, as one who may not be paid for another reason does.
 */
async function takePayable(tx: Tx, employeeId: string): Promise<TakenRow[]> {
  const taken = await takePayouts(tx, employeeId)
  const known = await listPayoutsByIds(
    tx,
    taken.map(({ id }) => id),
  )
  const payable = new Set(known.filter((row) => heldBy(row) === null).map(({ id }) => id))
  return taken.filter(({ id }) => payable.has(id))
}

async function whyNone(db: Db, employeeId: string): Promise<ErrorCode> {
  if (await isFrozen(db)) return 'PAYOUT_FROZEN'
  const approved = await findApprovedByOne(db, employeeId)
  if (approved === null) return 'PAYOUT_NONE'
  return approved === 'own' ? 'PAYOUT_SAME_PERSON' : 'APPROVAL_LINKED'
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
