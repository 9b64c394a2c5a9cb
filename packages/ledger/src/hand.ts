import type { ErrorCode } from '@shirogane/contract/errors'
import { type Act, recordOf, type Rows } from './act.ts'

type Handing = Act & {
  /** The second movement, of whoever gives; unused where the shop gives. */
  giver_transaction_id: string
  reason: string | null
  approved_by: string | null
}

export type HandRequest = Handing & {
  store_id: string
  customer_id: string
  message: string
  /** Null where the shop gives. */
  giver_id: string | null
  giver_message: string | null
  points: number
}
/** Either movement of what was handed over. */
export type TakeBackRequest = Handing & { handed_id: string }

export type HandOutcome = { replayed: boolean } & (
  | { code: null; transaction: string }
  | { code: ErrorCode; transaction: string | null }
)

type Row = { code: ErrorCode | null; replayed: boolean; transaction: string | null }

/** Gives a member points, or moves them from one member to another, once for a key. */
export function handPoints(db: Rows, request: HandRequest): Promise<HandOutcome> {
  return ask(db, 'hand_points', request)
}

/** Takes back what was handed over, of both members where it was moved, once for a key. */
export function takeBackPoints(db: Rows, request: TakeBackRequest): Promise<HandOutcome> {
  return ask(db, 'take_back_points', request)
}

async function ask(db: Rows, name: 'hand_points' | 'take_back_points', act: Handing): Promise<HandOutcome> {
  const [row] = await db.rows<Row>(`select code, replayed, transaction from ledger.${name}($1)`, [
    JSON.stringify(recordOf(act)),
  ])
  const { code, replayed, transaction } = row!
  return code === null ? { code, replayed, transaction: transaction! } : { code, replayed, transaction }
}
