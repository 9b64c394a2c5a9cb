import type { Actor } from '../../context.ts'

/** Staff of a shop manage that one; head office all of them. */
export function isOwnStore(actor: Actor, storeId: string): boolean {
  const own = actor.employee?.store_id ?? null
  return own === null || own === storeId
}
