import type { Receipt, ReceiptContent } from '@shirogane/contract/receipts'
import type { LineRow, TransactionRow } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Problem } from '../../../http/problem.ts'
import { readBrand } from '../../messages/index.ts'
import { readSettings } from '../../settings/index.ts'
import { directoryOf } from '../directory.ts'
import { mayRead } from '../rights.ts'
import { takenBack } from '../list-store.ts'
import { findTransaction, listLines } from '../store.ts'
import { findDebt, listSalesOfPayment } from '../later/store.ts'
import {
  chargeReceipt,
  collectionReceipt,
  deferredIn,
  formalAmount,
  hasReceipt,
  receivedIn,
  returnReceipt,
  saleReceipt,
  stampYen,
  stateOf,
} from './rules.ts'
import { findFirstCharacter, findIssuer, findReceipt, type ReceiptRow, recordReceipt } from './store.ts'

export type Issued = {
  row: TransactionRow
  lines: LineRow[]
  content: ReceiptContent
  id: string
  copies: number
}

/** The document of a movement, fixed now if nobody has asked for it before. */
export async function issuedFor(ctx: Context, actor: Actor, transactionId: string): Promise<Issued> {
  const posted = await findTransaction(ctx.db, transactionId)
  if (!posted || !mayRead(actor, posted)) throw new Problem('TXN_NOT_FOUND')
  const [known, lines, gone] = await Promise.all([
    findReceipt(ctx.db, transactionId, 'movement'),
    listLines(ctx.db, transactionId),
    takenBack(ctx.db, [posted]),
  ])
  // A charge keeps no trace of what took it back: its paper says so all the same.
  const row = gone.has(posted.id) ? { ...posted, voided_by: posted.id } : posted
  if (known) return { row, lines, ...pick(known) }

  await recordReceipt(ctx.db, {
    id: uuidv7(ctx.now()),
    kind: 'movement',
    transaction_id: transactionId,
    content: await compose(ctx, row, lines),
    addressee: null,
    proviso: null,
    issued_by: actor.user_id,
  })
  // Read back, because somebody else may have fixed it in the same moment.
  return { row, lines, ...pick((await findReceipt(ctx.db, transactionId, 'movement'))!) }
}

const pick = ({ id, content, copies }: ReceiptRow) => ({ id, content, copies })

async function compose(ctx: Context, row: TransactionRow, lines: LineRow[]): Promise<ReceiptContent> {
  const isReturn = row.kind === 'refund' || row.kind === 'void'
  const isCollection = row.kind === 'later_payment'
  if (!hasReceipt(row) || row.store_id === null) throw new Problem('RECEIPT_NONE')
  const [issuer, directory, character, sale, debt, settings] = await Promise.all([
    findIssuer(ctx.db, row.store_id, row.completed_at),
    directoryOf(ctx),
    row.customer_id === null ? null : findFirstCharacter(ctx.db, row.customer_id),
    isReturn && row.related_id !== null ? findTransaction(ctx.db, row.related_id) : null,
    row.kind === 'payment' && row.tender_later > 0 ? findDebt(ctx.db, row.id) : null,
    readSettings(ctx.db, ['refund.window_days']),
  ])
  // Without a registration number there is no document, and a wrong one would be worse than none.
  if (!issuer) throw new Problem('RECEIPT_NONE', { reason: 'the brand is not set up' })
  const facts = {
    row,
    lines,
    issuer,
    employee_number:
      directory.employees.get(row.corrected_employee_id ?? row.employee_id ?? '')?.number ?? null,
    register_number: directory.registers.find(({ id }) => id === row.register_id)?.number ?? null,
    level_name: directory.levels.find(({ level_index }) => level_index === row.level_before)?.name ?? null,
    member: character === null ? null : `${character}＊＊`,
    due_on: debt?.due_on ?? null,
    return_days: Number(settings['refund.window_days']),
  }
  if (isCollection) return collectionReceipt(facts, await listSalesOfPayment(ctx.db, row.id))
  if (row.kind === 'charge') return chargeReceipt(facts, (await readBrand(ctx)).short)
  return sale ? returnReceipt(facts, sale) : saleReceipt(facts)
}

export function canIssueFormal({ row, content }: Issued): boolean {
  const state = stateOf(row)
  return content.kind === 'sale' && state !== 'voided' && state !== 'refunded' && receivedIn(content) > 0
}

/** What a 領収書 of today fixes: the day of what was put off too, which a レシート of earlier days did not name. */
export async function formalContent(ctx: Context, { row, content }: Issued): Promise<ReceiptContent> {
  if (content.due_on !== undefined || deferredIn(content) === 0) return content
  const { due_on } = (await findDebt(ctx.db, row.id))!
  return { ...content, due_on }
}

export function presentReceipt(issued: Issued, formal: ReceiptRow | null): Receipt {
  const { row, lines, content } = issued
  return {
    content,
    state: stateOf(row),
    refunded_total: row.refunded_total,
    copies: issued.copies,
    formal: formal && {
      addressee: formal.addressee!,
      proviso: formal.proviso!,
      issued_at: formal.issued_at.toISOString(),
      copies: formal.copies,
    },
    can_issue_formal: formal === null && canIssueFormal(issued),
    formal_amount: formal ? formalAmount(formal.content) : receivedIn(content),
    // Money that goes back to the customer is no receipt of money.
    stamp_yen: content.kind === 'sale' ? stampYen(lines) : 0,
  }
}
