import type { CampaignState } from '@shirogane/contract/terms/campaign-terms'
import { ask } from '../../shell/queries/queries.ts'

export const campaignsPageSize = 20

export const campaignsQuery = (filter: { state: CampaignState | 'all'; page: number }) =>
  ask('admin.campaigns', { query: { ...filter, limit: campaignsPageSize } })

export const campaignQuery = (id: string) => ask('admin.campaign', { params: { id } })

export const levelsQuery = () => ask('admin.levels')
