import type { StepUpPurpose } from '@shirogane/contract/terms/step-up'
import type { CallName } from '@shirogane/contract/wire/calls'
import type { TransactionFilter } from '@shirogane/contract/wire/filters'
import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import { limits } from '@shirogane/contract/rules/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import type { CallOptions, Output, QueryOf } from '../api/api.ts'
import { queryClient } from './query-client.ts'

/** A key is always [call, what was asked]; what changed is invalidated by the name of the call. */
export function ask<N extends CallName>(name: N, options: Asked<N> = {}) {
  return queryOptions({
    queryKey: [
      name,
      { ...options.params, ...(options.query as object), ...(options.body as object) },
    ] as const,
    queryFn: ({ signal }) => call(name, { ...options, signal } as unknown as CallOptions<N>),
  })
}
type Asked<N extends CallName> = Pick<CallOptions<N>, 'params' | 'query' | 'body'>

/** The same for a list that grows page by page; how much comes at a time is no part of its key. */
export function askPages<N extends PagedCall>(name: N, asked: QueryOf<N>, portion: QueryOf<N>) {
  return infiniteQueryOptions({
    queryKey: [name, asked] as const,
    queryFn: ({ pageParam, signal }) =>
      call(name, {
        query: { ...(asked as object), ...(portion as object), page: pageParam } as QueryOf<N>,
        signal,
      } as CallOptions<N>),
    initialPageParam: 1,
    getNextPageParam: (page: Output<PagedCall>) => page.next_page,
  })
}
type PagedCall = 'transactions.list' | 'notifications.list' | 'affiliates.list' | 'rewards.wallet'

export const meQuery = () => ask('users.me')
export const walletQuery = () => ask('users.wallet')
export const levelQuery = () => ask('users.level')
export const bannersQuery = () =>
  queryOptions({ ...ask('admin.banners'), staleTime: Number.POSITIVE_INFINITY, retry: false })
export const settingQuery = (key: string) =>
  queryOptions({
    ...ask('admin.setting', { params: { key } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
/** Who sent an invitation; an unknown code has no card, which is an answer and needs no second try. */
export const inviteCardQuery = (code: string) =>
  queryOptions({
    ...ask('affiliates.card', { params: { username: code } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
/** A published version never changes; which one is in force does. */
export const legalQuery = (slug: LegalSlug, version?: string) =>
  queryOptions({
    ...ask('legal.show', { params: { slug }, query: version === undefined ? {} : { version } }),
    staleTime: 5 * 60_000,
  })
export const campaignsQuery = () => ask('campaigns.list')
export const addressQuery = () => ask('addresses.user')
export const stepUpMethodsQuery = (purpose: StepUpPurpose) =>
  ask('auth.stepUpMethods', { query: { purpose } })
export const notificationCountQuery = () => ask('notifications.count')
export const transactionQuery = (id: string) => ask('transactions.details', { params: { id } })

export const receiptQuery = (id: string) => ask('transactions.receipt', { params: { id } })

/** What a list of movements is narrowed to; without anything it is all of them. */
export type Narrowing = {
  filter: TransactionFilter
  from?: string
  to?: string
  store_id?: string
  payout_method_id?: string
  amount_min?: number
  amount_max?: number
}

/** The first page stands under the same key on home and on the balance screen, so each finds what the other read. */
export const transactionListQuery = (narrowing: Narrowing = { filter: 'all' }) =>
  askPages('transactions.list', narrowing, { limit: limits.listPageSize, with: 'months' })

export const notificationListQuery = () => askPages('notifications.list', {}, { limit: limits.listPageSize })

/** Every answer of one call, with any input. */
export const answersOf = (name: CallName) => ({ queryKey: [name] })

/** Marks every answer of these calls as out of date, and waits for what is on screen to have come again. */
export async function refetched(...names: CallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries(answersOf(name))))
}

/** The same for a caller who does not wait. */
export function refetch(...names: CallName[]): void {
  void refetched(...names)
}
