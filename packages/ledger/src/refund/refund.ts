import type { RefundFacts, RefundWish } from '@shirogane/domain/refund/facts'
import { giveBack, type GiveBackFacts, mayGiveBack as decideMay } from '@shirogane/domain/refund/give-back'
import { planRefund as decideRefund, type RefundPlan } from '@shirogane/domain/refund/plan-refund'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type Act, decideAndPost, type Held, type Rows } from '../act.ts'
import type { TransactionRow } from '../rows.ts'

/** What becomes of articles that come back. */
export type Restock = 'resale' | 'damaged' | 'hold'
export type RefundedItem = { line: number; quantity: number; restock?: Restock | undefined }

export type { RefundPlan }
export type PlanOutcome = ReturnType<typeof decideRefund>

export type RefundRequest = Act & {
  kind: 'refund' | 'void'
  sale_id: string
  register_id: string | null
  items: readonly RefundedItem[] | null
  /** Yen of the bill, points included, for articles that stay; null with items, or for all that is left. */
  amount: number | null
  reason: string | null
  /** Of all articles whose line says nothing else. */
  restock?: Restock | undefined
  /** The second person, who has proved who they are. */
  approved_by: string | null
  /** The customer agreed to balance where cash or a card would come back. */
  to_balance?: boolean
}

export type RefundOutcome = { replayed: boolean } & (
  | { code: null; transaction: TransactionRow }
  | { code: ErrorCode; n: number | null }
)

type Facts = Parameters<typeof giveBack>[0]

type Asked = Pick<RefundRequest, 'kind' | 'sale_id' | 'items' | 'amount' | 'to_balance'>

const wishOf = ({ kind, items, amount, to_balance }: Asked): RefundWish => ({
  items,
  amount,
  is_void: kind === 'void',
  to_balance: to_balance === true,
})

/** What would go back where: the decision, without a trace. */
export async function planRefund(db: Rows, asked: Asked): Promise<PlanOutcome> {
  const [row] = await db.rows<{ facts: RefundFacts | null }>('select ledger.refund_facts($1) as facts', [
    asked.sale_id,
  ])
  return decideRefund(row!.facts, wishOf(asked))
}

/**
 * Posts a refund or void in the caller's database transaction, once for a key: reads the facts under its locks, decides as
 * `planRefund` does, and writes what was decided.
 */
export async function postRefund(db: Rows, request: RefundRequest): Promise<RefundOutcome> {
  const row = await decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<Facts> | null }>('select ledger.hold_refund($1) as facts', [act]),
    decide: (facts: Facts) =>
      giveBack(facts, wishOf(request), { id: request.transaction_id, actor_id: request.actor_id }),
    post: (act, decided) =>
      db.rows<TransactionRow & { code: ErrorCode | null; n: number | null; replayed: boolean }>(
        'select o.code, o.n, o.replayed, (o.t).* from ledger.refund($1, $2) o',
        [act, decided],
      ),
  })
  const { code, n, replayed, ...transaction } = row
  return code === null ? { code, transaction, replayed } : { code, n, replayed }
}

/** Whether a person may post a planned refund or void alone; the posting decides the same. */
export async function mayGiveBack(
  db: Rows,
  { sale_id, total }: Pick<RefundPlan, 'sale_id' | 'total'>,
  { actor_id, isVoid }: { actor_id: string; isVoid: boolean },
): Promise<boolean> {
  const [row] = await db.rows<{ facts: GiveBackFacts }>(
    'select ledger.give_back_people($1, $2, null) as facts',
    [sale_id, actor_id],
  )
  return decideMay(row!.facts, { total, is_void: isVoid })
}
