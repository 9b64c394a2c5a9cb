import type { StaffMember } from '@shirogane/contract/staff'
import type { Output } from '../../../lib/api.ts'
import { answersOf, ask, refetch } from '../../../lib/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'

export const staffPageSize = 20

type Filter = { state: 'active' | 'stopped' | 'all'; q: string; page: number }

export const staffListQuery = (filter: Filter) =>
  ask('admin.staffList', { query: { ...filter, limit: staffPageSize } })

/** What an act on somebody answered is how they stand, also where the lists cannot be read again. */
export function showStaff(next: StaffMember): void {
  queryClient.setQueriesData<Output<'admin.staffList'>>(
    answersOf('admin.staffList'),
    (list) => list && { ...list, items: list.items.map((person) => (person.id === next.id ? next : person)) },
  )
  refetch('admin.staffList')
}

/** Everybody at this store, for a till that is handed on. */
export const colleaguesQuery = () => ask('admin.staffList')
