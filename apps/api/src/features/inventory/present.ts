import type {
  Delivery,
  Reservation,
  StockCount,
  StockItem,
  StockMovement,
  StockTransfer,
} from '@shirogane/contract/resources/brand/inventory'
import { photoOf } from '../skus/index.ts'
import { stateOf } from './rules.ts'
import type { CountRow } from './counts-store.ts'
import type { DocumentLine, DocumentRow, TransferRow } from './documents-store.ts'
import type { ReservationRow } from './reservations-store.ts'
import type { LevelColumns, MovementRow, StockRow } from './store.ts'
import { reasonText } from './text.ts'

export function presentLevel({ quantity, reserved, hold, damaged, in_transit }: LevelColumns) {
  return { quantity, reserved, available: Math.max(0, quantity - reserved), hold, damaged, in_transit }
}

export function presentItem(row: StockRow): StockItem {
  const level = presentLevel(row)
  return {
    id: row.id,
    sku: row.sku,
    barcode: row.barcode,
    name: row.name,
    price: row.price,
    tax_rate: row.tax_rate_bp,
    category: row.category,
    picture: row.picture,
    photo: photoOf(row.image),
    active: row.active,
    ...level,
    reorder_point: row.reorder_point,
    state: stateOf({ available: level.available, reorder_point: row.reorder_point }),
  }
}

export function presentMovement(row: MovementRow): StockMovement {
  return {
    store_id: row.store_id,
    store_name: row.store_name,
    seq: row.seq,
    at: row.at.toISOString(),
    kind: row.kind,
    place: row.place,
    quantity: row.quantity,
    after: row.after,
    reason: reasonText(row.reason),
    note: row.note,
    staff: row.staff,
    approved_by: row.approved_by,
    transaction_id: row.transaction_id,
    number: row.number,
    document_id: row.document_id,
  }
}

const piecesOf = (lines: readonly DocumentLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

export function presentDelivery(row: DocumentRow): Delivery {
  return {
    id: row.id,
    store: { id: row.store_id, name: row.store_name },
    supplier: row.supplier,
    slip_number: row.slip_number,
    note: row.note,
    at: row.at.toISOString(),
    staff: row.staff,
    pieces: piecesOf(row.lines),
    lines: row.lines,
  }
}

export function presentTransfer(row: TransferRow): StockTransfer {
  const received = new Map(row.received?.map(({ sku_id, quantity }) => [sku_id, quantity]))
  return {
    id: row.id,
    from: { id: row.store_id, name: row.store_name },
    to: { id: row.to_store_id, name: row.to_store_name },
    status: row.end_kind === null ? 'sent' : row.end_kind === 'arrival' ? 'arrived' : 'recalled',
    note: row.note,
    sent_at: row.at.toISOString(),
    sent_by: row.staff,
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_by: row.ended_by,
    pieces: piecesOf(row.lines),
    lines: row.lines.map(({ sku_id, sku, name, quantity }) => ({
      sku_id,
      sku,
      name,
      sent: quantity,
      received: row.end_kind === 'arrival' ? (received.get(sku_id) ?? 0) : null,
    })),
  }
}

export function presentCount(row: CountRow): StockCount {
  return {
    id: row.id,
    store: { id: row.store_id, name: row.store_name },
    state: row.state,
    opened_at: row.opened_at.toISOString(),
    opened_by: row.opened_by,
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_by: row.ended_by,
    note: row.note,
    counted: row.counted,
  }
}

export function presentReservation(row: ReservationRow): Reservation {
  return {
    id: row.id,
    store_id: row.store_id,
    label: row.label,
    until: row.until.toISOString(),
    created_at: row.created_at.toISOString(),
    staff: row.staff,
    lines: row.lines,
    parked: row.parked,
  }
}
