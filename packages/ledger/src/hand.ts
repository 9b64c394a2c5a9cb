import type { ErrorCode } from '@shirogane/contract/errors'

type Act = {
  actor_id: string
  session_id: string
  route: string
  key: string
  /** Of what is asked: the same key with another hash is refused. */
  request_hash: Buffer
  transaction_id: string
  /** The second movement, of whoever gives; unused where the shop gives. */
  giver_transaction_id: string
  reason: string | null
  approved_by: string | null
}

export type HandRequest = Act & {
  store_id: string
  customer_id: string
  message: string
  /** Null where the shop gives. */
  giver_id: string | null
  giver_message: string | null
  points: number
}
/** Either movement of what was handed over. */
export type TakeBackRequest = Act & { handed_id: string }

export type HandOutcome = { replayed: boolean } & (
  | { code: null; transaction: string }
  | { code: ErrorCode; transaction: string | null }
)

type Rows = {
  rows<T extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
}
type Row = { code: ErrorCode | null; replayed: boolean; transaction: string | null }

/** Gives a member points, or moves them from one member to another, once for a key. */
export function handPoints(db: Rows, request: HandRequest): Promise<HandOutcome> {
  return ask(db, 'hand_points', request)
}

export function takeBackPoints(db: Rows, request: TakeBackRequest): Promise<HandOutcome> {
  return ask(db, 'take_back_points', request)
}

async function ask(
  db: Rows,
  name: 'hand_points' | 'take_back_points',
  { request_hash, ...asked }: Act,
): Promise<HandOutcome> {
  const [row] = await db.rows<Row>(`select code, replayed, transaction from ledger.${name}($1)`, [
    JSON.stringify({ ...asked, request_hash: `\\x${request_hash.toString('hex')}` }),
  ])
  const { code, replayed, transaction } = row!
  return code === null ? { code, replayed, transaction: transaction! } : { code, replayed, transaction }
}
