import type { ParkedSale } from '@shirogane/contract/resources/sales/parked'
import type { Actor } from '../../../context.ts'
import { type Directory, pricesIn } from '../sale/directory.ts'
import { presentItem } from '../history/present.ts'
import { isRefusal, pricesOf } from '../sale/rules.ts'
import { mayReadNames, memberName } from '../search/search-rules.ts'
import type { ParkedRow } from './store.ts'

export function presentParked(row: ParkedRow, directory: Directory, reader: Actor): ParkedSale {
  const store = directory.stores.get(row.store_id)!
  const register = directory.registers.get(row.register_id)
  const priced = pricesOf(row.cart, pricesIn(directory))
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    version: row.version,
    total: row.total,
    pieces: row.pieces,
    items: isRefusal(priced) ? [] : priced.lines.map(presentItem),
    customer: row.customer && {
      id: row.customer.id,
      name: memberName(row.customer, mayReadNames(reader)),
    },
    store: { id: store.id, code: store.code, name: store.name },
    register: { id: row.register_id, number: register?.number ?? 0 },
    employee: directory.employees.get(row.employee_id)?.name ?? '',
    parked_at: row.parked_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    keeps_goods: row.keeps_goods,
    held_until: row.is_held ? row.held_until!.toISOString() : null,
  }
}
