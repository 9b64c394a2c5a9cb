import { queryOptions } from '@tanstack/react-query'

import { ask, askPages } from '../../../shell/queries/queries.ts'

const pageSize = 10

export const ownAffiliatorQuery = () => ask('affiliates.show')

export const inviteTermsQuery = () => queryOptions({ ...ask('affiliates.terms'), staleTime: 5 * 60_000 })

export const affiliatorStatsQuery = () => ask('affiliates.stats')

/** How many people came, or how many of them have bought for good. */
export const affiliateCountQuery = (valid: boolean) =>
  ask('affiliates.count', { query: { valid: valid ? 'true' : 'false' } })

export const affiliatesQuery = (showAll: boolean) =>
  askPages('affiliates.list', { showAll: showAll ? 'true' : 'false' }, { limit: pageSize })

export const affiliateStatsQuery = (id: string) => ask('affiliates.affiliateStats', { params: { id } })
