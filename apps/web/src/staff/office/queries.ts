import type { Setting, ViewPurpose } from '@shirogane/contract/resources/brand/office'
import type { StoreSheet } from '@shirogane/contract/resources/brand/stores'
import { queryOptions } from '@tanstack/react-query'
import { ask, refetch } from '../../shell/queries/queries.ts'
import { queryClient } from '../../shell/queries/query-client.ts'

export const membersPageSize = 20

export type MemberFilter = { q: string; status: 'all' | 'stopped'; page: number }

export const membersQuery = (filter: MemberFilter) =>
  ask('admin.members', { query: { ...filter, limit: membersPageSize } })

/** Each reading is a look that stands on record, so nothing asks again by itself. */
export const memberQuery = (id: string, purpose: ViewPurpose) =>
  queryOptions({
    ...ask('admin.showUser', { params: { id }, query: { purpose } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const settingsQuery = () => ask('admin.settings')

export const storeQuery = (id: string) => ask('admin.showStore', { params: { id } })

/** What an act on a shop answered is how the shop stands, also where it cannot be read again. */
export function showStore(next: StoreSheet): void {
  queryClient.setQueryData(storeQuery(next.id).queryKey, next)
  refetch('admin.showStore', 'admin.stores', 'users.employeeDetails')
}

/** The same for a setting. What it reaches, and the history, is read anew. */
export function showSetting(next: Setting): void {
  queryClient.setQueryData(
    settingsQuery().queryKey,
    (list) =>
      list && { ...list, items: list.items.map((setting) => (setting.key === next.key ? next : setting)) },
  )
  refetch('admin.settings', 'admin.setting', 'admin.banners')
}

export const allBannersQuery = () => ask('admin.allBanners')

/** Without a period it is the last days of the shops, whose dates the server knows. */
export const cashChecksQuery = (period: { from?: string; until?: string }) =>
  queryOptions({ ...ask('admin.cashChecks', { query: period }), refetchOnWindowFocus: false })
