import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type GrantFacts, grantPoints } from '@shirogane/domain/points/grant-points'
import { takeBackGrant, type TakeBackGrantFacts } from '@shirogane/domain/points/take-back-grant'
import { type Act, decideAndPost, type Held, postAct, recordOf, type Rows } from '../act.ts'
import { claimCode } from '../pay/claim-code.ts'
import { putQuestion } from '../pay/questions.ts'
import type { MovementMessage } from '../movement-message.ts'

type RegisterGrant = Act & {
  /** The second movement, of the member who gives; unused where the shop grants. */
  giver_transaction_id: string
  reason: string | null
  approved_by: string | null
}

export type RegisterGrantRequest = RegisterGrant & {
  store_id: string
  register_id: string
  /** The codes that were shown for it, which it spends; null where a member is known otherwise. */
  code_id: string | null
  giver_code_id: string | null
  customer_id: string
  message: MovementMessage
  /** Null where the shop gives. */
  giver_id: string | null
  giver_message: MovementMessage | null
  points: number
}

/** A move as it is put before its giver. */
type Move = Pick<
  RegisterGrantRequest,
  | 'actor_id'
  | 'key'
  | 'giver_transaction_id'
  | 'giver_code_id'
  | 'giver_id'
  | 'customer_id'
  | 'store_id'
  | 'register_id'
  | 'points'
>

/** Either movement of what was handed over. */
export type TakeBackRequest = RegisterGrant & { grant_id: string }

export type RegisterGrantOutcome = { replayed: boolean } & (
  | { code: null; transaction: string }
  | { code: ErrorCode; transaction: string | null }
)

type Row = { code: ErrorCode | null; replayed: boolean; transaction: string | null }

/** Gives a member points, or moves them from one member to another, in the caller's database transaction, once for a key. */
export async function grantAtRegister(
  db: Rows,
  request: RegisterGrantRequest,
): Promise<RegisterGrantOutcome> {
  const row = await decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<GrantFacts> | null }>('select ledger.hold_grant_at_register($1) as facts', [act]),
    decide: (facts: GrantFacts) => grantPoints(facts, request),
    post: (act, decided) =>
      db.rows<Row>('select code, replayed, transaction from ledger.grant_at_register($1, $2)', [
        act,
        decided,
      ]),
  })
  return outcomeOf(row)
}

/**
 * Puts a move before its giver, whose code is held meanwhile under the id of their movement. Answers the refusal, or whether
 * this request asked: sent twice at once, it asks once.
 */
export async function askMove(
  db: Rows,
  request: Move,
  asked: { id: string; digest: Buffer; answerSeconds: number; useSeconds: number },
): Promise<{ code: ErrorCode | null; fresh: boolean }> {
  const act = JSON.stringify(recordOf(request))
  const [before] = await db.rows<{ is_asked: boolean }>('select ledger.hold_move_question($1) as is_asked', [
    act,
  ])
  if (before!.is_asked) return { code: null, fresh: false }
  const { code } = await claimCode(db, {
    checkout_id: request.giver_transaction_id,
    is_for_it_alone: true,
    code_id: request.giver_code_id,
    store_id: request.store_id,
    register_id: request.register_id,
    employee_id: request.actor_id,
    items: [],
    discount: null,
    note: null,
    ttl_seconds: asked.useSeconds,
  })
  if (code !== null) return { code, fresh: false }
  const { points, register_id, actor_id, key, giver_id, customer_id } = request
  return putQuestion(db, {
    id: asked.id,
    checkout_id: request.giver_transaction_id,
    register_id,
    actor_id,
    key,
    digest: asked.digest,
    total: points,
    points,
    balance: 0,
    later: 0,
    over: 0,
    items: [],
    discount: null,
    note: null,
    answer_seconds: asked.answerSeconds,
    use_seconds: asked.useSeconds,
    giver_id,
    receiver_id: customer_id,
  })
}

/** Takes back what was handed over, of both members where it was moved, once for a key. */
export async function takeBackPoints(db: Rows, request: TakeBackRequest): Promise<RegisterGrantOutcome> {
  const outcome = await postAct<TakeBackGrantFacts, ErrorCode>(db, request, {
    hold: (act) =>
      db.rows<{ facts: Held<TakeBackGrantFacts> | null }>(
        'select ledger.hold_take_back_points($1) as facts',
        [act],
      ),
    decide: (facts) => takeBackGrant(facts, request),
  })
  return outcome.code === null ? outcome : { ...outcome, transaction: null }
}

function outcomeOf({ code, replayed, transaction }: Row): RegisterGrantOutcome {
  return code === null ? { code, replayed, transaction: transaction! } : { code, replayed, transaction }
}
