import type { ViewPurpose } from '@shirogane/contract/office'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../../lib/queries.ts'

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

export const allBannersQuery = () => ask('admin.allBanners')

/** Without a period it is the last days of the shops, whose dates the server knows. */
export const cashChecksQuery = (period: { from?: string; until?: string }) =>
  queryOptions({ ...ask('admin.cashChecks', { query: period }), refetchOnWindowFocus: false })
