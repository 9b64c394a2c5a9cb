import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../shell/queries/queries.ts'

/** The list of banks changes a few times a year. */
const staleTime = 60 * 60_000

export const banksQuery = (query: string) =>
  queryOptions({
    ...ask('payoutMethods.banks', { query: { query } }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime,
  })

export const branchesQuery = (bank: string, query: string) =>
  queryOptions({
    ...ask('payoutMethods.branches', { query: { bank, query } }),
    enabled: bank !== '' && query !== '',
    placeholderData: keepPreviousData,
    staleTime,
  })
