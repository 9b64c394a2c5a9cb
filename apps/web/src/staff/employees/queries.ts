import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import type { Output } from '../../shell/api/api.ts'
import { answersOf, ask, refetch } from '../../shell/queries/queries.ts'
import { queryClient } from '../../shell/queries/query-client.ts'

export const staffPageSize = 20

type Filter = { state: 'active' | 'stopped' | 'all'; q: string; page: number }

export const staffListQuery = (filter: Filter) =>
  ask('admin.staffList', { query: { ...filter, limit: staffPageSize } })

/** The answer of an act on a member of staff is how they stand, also where the lists cannot be read again. */
export function showStaff(next: StaffMember): void {
  queryClient.setQueriesData<Output<'admin.staffList'>>(
    answersOf('admin.staffList'),
    (list) => list && { ...list, items: list.items.map((person) => (person.id === next.id ? next : person)) },
  )
  refetch('admin.staffList')
}

/** All staff of this store, for a register that changes hands. */
export const colleaguesQuery = () => ask('admin.staffList')
