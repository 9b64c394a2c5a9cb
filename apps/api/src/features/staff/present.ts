import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import { holds } from '@shirogane/contract/wire/rights'
import { mayVouch } from '@shirogane/domain/access/vouch-for'
import type { Actor } from '../../context.ts'
import { mayKeep } from './rules.ts'
import type { StaffRow } from './store.ts'

/** Register staff hand a register over to a name; whose rights and hours these are is not their business. */
export function presentStaff(row: StaffRow, reader: Actor): StaffMember {
  const may_change = mayKeep(reader, row)
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    has_pin: row.has_pin,
    details: holds(reader.role, 'staff.read')
      ? {
          type: row.type,
          store_id: row.store_id,
          store_name: row.store_name,
          active: row.active,
          last_used_at: row.last_used_at?.toISOString() ?? null,
          invited_until: row.invited_until?.toISOString() ?? null,
          let_in: letInOf(row),
          may_change,
          own_customer: may_change ? ownCustomerOf(row) : null,
        }
      : null,
  }
}

function letInOf({ let_in }: StaffRow) {
  if (let_in === null) return null
  const { by, at, facts } = let_in
  return { by, at: new Date(at).toISOString(), may_vouch: mayVouch(facts) }
}

/** As much as tells one member from another for a reader who knows the person. */
function ownCustomerOf({ own_customer_id: id, own_username: username, own_name: name }: StaffRow) {
  return id === null || username === null ? null : { id, username, name }
}
