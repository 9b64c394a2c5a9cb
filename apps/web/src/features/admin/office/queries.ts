import type { ViewPurpose } from '@shirogane/contract/office'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const membersPageSize = 20

export type MemberFilter = { q: string; status: 'all' | 'stopped'; page: number }

export const membersQuery = (filter: MemberFilter) =>
  queryOptions({
    queryKey: ['admin.members', filter] as const,
    queryFn: ({ signal }) => call('admin.members', { query: { ...filter, limit: membersPageSize }, signal }),
  })

/** Each reading is a look that stands on record, so nothing asks again by itself. */
export const memberQuery = (id: string, purpose: ViewPurpose) =>
  queryOptions({
    queryKey: ['admin.showUser', { id, purpose }] as const,
    queryFn: ({ signal }) => call('admin.showUser', { params: { id }, query: { purpose }, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['admin.settings', {}] as const,
    queryFn: ({ signal }) => call('admin.settings', { signal }),
  })

export const storeQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin.showStore', { id }] as const,
    queryFn: ({ signal }) => call('admin.showStore', { params: { id }, signal }),
  })

export const allBannersQuery = () =>
  queryOptions({
    queryKey: ['admin.allBanners', {}] as const,
    queryFn: ({ signal }) => call('admin.allBanners', { signal }),
  })

/** Without a period it is the last days of the shops, whose dates the server knows. */
export const cashChecksQuery = (period: { from: string; until: string } | null) =>
  queryOptions({
    queryKey: ['admin.cashChecks', period ?? {}] as const,
    queryFn: ({ signal }) => call('admin.cashChecks', { query: period ?? {}, signal }),
    refetchOnWindowFocus: false,
  })
