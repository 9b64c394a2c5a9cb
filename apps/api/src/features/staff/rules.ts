import { halfWidth, readEmail, readPhone, readUsername } from '@shirogane/contract/inputs/read-fields'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, EmployeeType } from '../../context.ts'

type Person = { type: EmployeeType; store_id: string | null }

/** Head office manages all staff, a manager the register staff of their own store. No person manages themself. */
export function mayKeep(actor: Actor, person: Person & { id: string }): boolean {
  const by = actor.employee
  if (!by || person.id === by.id) return false
  if (holds(by.type, 'shops.act')) return true
  return holds(by.type, 'staff') && person.type === 'register' && person.store_id === by.store_id
}

export function isInStore(type: EmployeeType): boolean {
  return holds(type, 'shop.own')
}

/** What names a customer account; the three never look alike. */
export type AccountName = { username: string | null; phone_number: string | null; email: string | null }

/** A customer account as the caller typed it. Screens write a username behind an @. */
export function accountNameOf(typed: string): AccountName {
  const phone = readPhone(typed)
  return {
    username: readUsername(halfWidth(typed).replace(/^@/, '')),
    phone_number: 'e164' in phone ? phone.e164 : null,
    email: readEmail(typed),
  }
}
