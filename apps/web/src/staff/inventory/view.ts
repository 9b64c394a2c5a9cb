import type { Output } from '../../shell/api/api.ts'

/** What every view of the stock is given: who looks, and the store that head office has chosen. */
export type ViewProps = {
  staff: Output<'users.employeeDetails'>
  store: string | undefined
}

/** Which store an act is about: one's own, or the one that head office has chosen; null before it has. */
export function actingStore({ staff, store }: ViewProps): string | null {
  return staff.store?.id ?? store ?? null
}
