import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** The list of banks changes a few times a year. */
const staleTime = 60 * 60_000

export const banksQuery = (query: string) =>
  queryOptions({
    queryKey: ['payoutMethods.banks', { query }] as const,
    queryFn: ({ signal }) => call('payoutMethods.banks', { query: { query }, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime,
  })

export const branchesQuery = (bank: string, query: string) =>
  queryOptions({
    queryKey: ['payoutMethods.branches', { bank, query }] as const,
    queryFn: ({ signal }) => call('payoutMethods.branches', { query: { bank, query }, signal }),
    enabled: bank !== '' && query !== '',
    placeholderData: keepPreviousData,
    staleTime,
  })
