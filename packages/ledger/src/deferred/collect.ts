import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type CollectionFacts, collectDebts, type NoMember } from '@shirogane/domain/deferred/collect-debts'
import type { DebtTender } from '@shirogane/domain/sales/tenders'
import { judgeOldYear } from '@shirogane/domain/ranks/judge-rank'
import { type Act, decideAndPost, type Held, type Rows } from '../act.ts'
import { type RankedMember, rankRows } from '../levels/rank-rows.ts'
import type { TransactionRow } from '../rows.ts'

export type CollectRequest = Act & {
  customer_id: string
  /** Where it is paid; both null for head office and for customers in their own app. */
  store_id: string | null
  register_id: string | null
  /** Yen, or null for all that is owed. */
  amount: number | null
  /** One debt, or null for the oldest first. */
  sale_id: string | null
  tender: DebtTender
  cash_tendered: number | null
  /** Keyed hash of the customer's code: at a register their balance moves by it alone. */
  token_hash: Buffer | null
  code_hash: Buffer | null
  note: string | null
}

export type CollectOutcome = { replayed: boolean } & (
  | { code: null; transaction: TransactionRow }
  | { code: ErrorCode; n: number | null }
)

type RankedFacts = CollectionFacts & { rank: { member: RankedMember } }

/** Posts a collection of deferred payments in the caller's database transaction, once for a key. */
export async function collectDeferred(db: Rows, request: CollectRequest): Promise<CollectOutcome> {
  const { amount, tender, cash_tendered, customer_id } = request
  const row = await decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<RankedFacts | NoMember> | null }>(
        'select ledger.hold_collect_deferred($1) as facts',
        [act],
      ),
    decide: (facts: RankedFacts | NoMember) => ({
      ...collectDebts(facts, { customer_id, amount, tender, cash_tendered }),
      ...rankRows(
        facts.rank === null
          ? []
          : [{ member: facts.rank.member, judgement: judgeOldYear(facts.rank.member, facts.rank) }],
      ),
    }),
    post: (act, decided) =>
      db.rows<TransactionRow & { code: ErrorCode | null; n: number | null; replayed: boolean }>(
        'select o.code, o.n, o.replayed, (o.t).* from ledger.collect_deferred($1, $2) o',
        [act, decided],
      ),
  })
  const { code, n, replayed, ...transaction } = row
  return code === null ? { code, transaction, replayed } : { code, n, replayed }
}
