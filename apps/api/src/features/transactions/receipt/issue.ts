import type { Receipt, ReceiptContent } from '@shirogane/contract/resources/sales/receipts'
import type { GivenBack } from '@shirogane/contract/resources/shapes'
import type { LineRow, TransactionRow } from '@shirogane/ledger'
import {
  chargeReceipt,
  collectionReceipt,
  formalOfCollection,
  returnReceipt,
  saleReceipt,
} from '@shirogane/receipt/document/compose'
import { deferredIn, formalAmount, formalRefunded } from '@shirogane/receipt/document/formal'
import { stampYen } from '@shirogane/receipt/document/stamp'
import { hasReceipt, stateOf } from '@shirogane/receipt/document/state'
import type { Actor, Context } from '../../../context.ts'
import { readSettings } from '../../../db/settings.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Problem } from '../../../http/problem.ts'
import { readBrand } from '../../messages/index.ts'
import { directoryOf } from '../sale/directory.ts'
import { mayRead } from '../history/rights.ts'
import { takenBack } from '../history/list-store.ts'
import { findTransaction, listLines } from '../store.ts'
import { findDebt, listSalesOfPayment } from '../later/store.ts'
import {
  findFirstCharacter,
  findIssuer,
  findReceipt,
  listCollected,
  type ReceiptRow,
  recordReceipt,
  sumReturns,
} from './store.ts'

export type Issued = {
  row: TransactionRow
  lines: LineRow[]
  content: ReceiptContent
  id: string
  copies: number
}

/** The document of a movement; the first request for it fixes it. */
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
  // Read back, because another request may have fixed it in the same moment.
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
    register_number: directory.registers.get(row.register_id ?? '')?.number ?? null,
    level_name: directory.levels.find(({ level_index }) => level_index === row.level_before)?.name ?? null,
    member: character === null ? null : `${character}＊＊`,
    due_on: debt?.due_on ?? null,
    return_days: settings['refund.window_days'],
  }
  if (isCollection) return collectionReceipt(facts, await listSalesOfPayment(ctx.db, row.id))
  if (row.kind === 'charge') return chargeReceipt(facts, (await readBrand(ctx)).short)
  return sale ? returnReceipt(facts, sale) : saleReceipt(facts)
}

/** A formal receipt of a movement as it would be made out now: its words and figures, and what went back of it. */
export type FormalDraft = { content: ReceiptContent; amount: number; refunded: number; given_back: GivenBack }

/**
 * A sale is receipted for what was received with it, and each payment of its debt for itself: no yen stands on two of them.
 * What is fixed today names the day of what was put off too, which a receipt of earlier days did not.
 */
export async function formalOf(
  ctx: Context,
  { row, content }: Issued,
  fixed: ReceiptContent | null,
): Promise<FormalDraft> {
  if (content.kind === 'collection') {
    const debts = await listCollected(ctx.db, row.id)
    const own = debts.filter(({ is_covered }) => !is_covered)
    const of = fixed ?? formalOfCollection(content, own)
    return {
      content: of,
      amount: of.total,
      refunded: sum(own),
      given_back: { money: sum(debts), later: 0, points: 0 },
    }
  }
  const { collected, kept, ...given_back } = await sumReturns(ctx.db, row.id)
  const isDated = content.kind !== 'sale' || content.due_on !== undefined || deferredIn(content) === 0
  const of = fixed ?? (isDated ? content : { ...content, due_on: (await findDebt(ctx.db, row.id))!.due_on })
  return {
    content: of,
    amount: formalAmount(of),
    refunded: formalRefunded(of, { value: given_back.money + kept, collected }),
    given_back,
  }
}

const sum = (rows: readonly { given_back: number }[]): number =>
  rows.reduce((all, row) => all + row.given_back, 0)

export function canIssueFormal({ row, content }: Issued, { amount, refunded }: FormalDraft): boolean {
  if (content.kind === 'collection') return amount > refunded
  const state = stateOf(row)
  return content.kind === 'sale' && state !== 'voided' && state !== 'refunded' && amount > 0
}

export async function presentReceipt(
  ctx: Context,
  issued: Issued,
  formal: ReceiptRow | null,
): Promise<Receipt> {
  const { row, lines, content } = issued
  const draft = await formalOf(ctx, issued, formal?.content ?? null)
  return {
    content,
    state: stateOf(row),
    given_back: draft.given_back,
    copies: issued.copies,
    formal: formal && {
      addressee: formal.addressee!,
      proviso: formal.proviso!,
      issued_at: formal.issued_at.toISOString(),
      copies: formal.copies,
    },
    can_issue_formal: formal === null && canIssueFormal(issued, draft),
    formal_amount: draft.amount,
    formal_refunded: draft.refunded,
    stamp_yen: stampOf(content, row, lines),
  }
}

/** Money that goes back to the customer is no receipt of money, and a charge never comes to so much. */
function stampOf(content: ReceiptContent, row: TransactionRow, lines: readonly LineRow[]): number {
  if (content.kind === 'sale') return stampYen(lines)
  // Where a paper names no tax, the whole amount counts.
  return content.kind === 'collection' ? stampYen([{ tax_rate_bp: 0, share_cash: row.tender_cash }]) : 0
}
