import type { ErrorCode } from '@shirogane/contract/wire/errors'
import type { TransactionRow } from '@shirogane/ledger'
import type { Db, Row, Tx } from '../../../db/sql.ts'

/** A charge by card as the ledger keeps it, from the moment it was asked for. */
export type CardChargeRow = Row & {
  id: string
  customer_id: string
  payment_method_id: string
  gateway: string
  gateway_customer: string
  gateway_card: string
  brand: string
  last4: string
  amount: number
  state: 'pending' | 'completed' | 'failed'
  gateway_charge: string | null
  failure: ErrorCode | null
  created_at: Date
  settled_at: Date | null
  checks: number
}

const columns =
  'id, customer_id, payment_method_id, gateway, gateway_customer, gateway_card, brand, last4, amount, state, gateway_charge, failure, created_at, settled_at, checks'

export function findCharge(db: Db, id: string): Promise<CardChargeRow | null> {
  return db.first<CardChargeRow>(`select ${columns} from ledger.card_charges where id = $1`, [id], 'charge')
}

/** By the gateway's name of it, or by ours where the gateway's is not known yet. */
export function findChargeOfGateway(
  db: Db,
  gateway: string,
  gatewayCharge: string,
  id: string | null,
): Promise<CardChargeRow | null> {
  return db.first<CardChargeRow>(
    `select ${columns} from ledger.card_charges
     where gateway = $1 and (gateway_charge = $2 or (gateway_charge is null and id::text = $3))`,
    [gateway, gatewayCharge, id],
    'charge-of-gateway',
  )
}

export async function nameCharge(db: Db, id: string, gatewayCharge: string): Promise<boolean> {
  const row = await db.first<{ named: boolean }>(
    `select ledger.name_card_charge($1, $2) as named`,
    [id, gatewayCharge],
    'charge-name',
  )
  return row?.named ?? false
}

export async function recordChargeOutcome(
  db: Db,
  charge: { id: string; gateway: string; gateway_charge: string; amount: number },
): Promise<'SETTLED' | 'ALREADY' | 'AMOUNT' | 'UNKNOWN'> {
  const row = await db.first<{ answer: 'SETTLED' | 'ALREADY' | 'AMOUNT' | 'UNKNOWN' }>(
    `select ledger.record_charge_outcome($1, $2, $3, $4) as answer`,
    [charge.id, charge.gateway, charge.gateway_charge, charge.amount],
    'charge-settle',
  )
  return row!.answer
}

export async function failCharge(tx: Tx, id: string, code: ErrorCode): Promise<boolean> {
  const row = await tx.first<{ failed: boolean }>(
    `select ledger.fail_card_charge($1, $2) as failed`,
    [id, code],
    'charge-fail',
  )
  return row?.failed ?? false
}

export function takeDueCharges(db: Db, at: Date, count: number): Promise<CardChargeRow[]> {
  return db.rows<CardChargeRow>(
    `select ${columns} from ledger.take_card_charges($1, $2)`,
    [at, count],
    'charges-due',
  )
}

/** Charges that stand in no list of movements, because nothing has moved: those under way, and the newest that failed. */
export function listUnsettled(db: Db, customerId: string, since: Date): Promise<CardChargeRow[]> {
  return db.rows<CardChargeRow>(
    `select ${columns} from ledger.card_charges
     where customer_id = $1 and (state = 'pending' or (state = 'failed' and settled_at >= $2))
     order by created_at desc, id desc limit 10`,
    [customerId, since],
    'charges-unsettled',
  )
}

export type ChargeCard = Pick<CardChargeRow, 'payment_method_id' | 'brand' | 'last4'>

/** The cards of those movements that are charges by card. */
export async function listChargeCards(
  db: Db,
  movements: readonly Pick<TransactionRow, 'id' | 'kind'>[],
): Promise<Map<string, ChargeCard>> {
  const ids = movements.flatMap((row) => (row.kind === 'charge' ? [row.id] : []))
  if (ids.length === 0) return new Map()
  const rows = await db.rows<Row & ChargeCard & { id: string }>(
    `select id, payment_method_id, brand, last4 from ledger.card_charges where id = any ($1)`,
    [ids],
    'charge-cards',
  )
  return new Map(rows.map(({ id, ...card }) => [id, card]))
}
