import type { CampaignState } from '@shirogane/contract/campaign-terms'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

export const campaignsPageSize = 20

export const campaignsQuery = (filter: { state: CampaignState | 'all'; page: number }) =>
  queryOptions({
    queryKey: ['admin.campaigns', filter] as const,
    queryFn: ({ signal }) =>
      call('admin.campaigns', { query: { ...filter, limit: campaignsPageSize }, signal }),
  })

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin.campaign', { id }] as const,
    queryFn: ({ signal }) => call('admin.campaign', { params: { id }, signal }),
  })

export const levelsQuery = () =>
  queryOptions({
    queryKey: ['admin.levels', {}] as const,
    queryFn: ({ signal }) => call('admin.levels', { signal }),
  })
