import type { StepUpPurpose } from '@shirogane/contract/step-up'
import type { CallName } from '@shirogane/contract/calls'
import type { TransactionFilter } from '@shirogane/contract/filters'
import type { LegalSlug } from '@shirogane/contract/legal'
import { limits } from '@shirogane/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import type { CallOptions } from './api.ts'
import { queryClient } from './query-client.ts'

/** A key is always [call, parameters]; what changed is invalidated by the name of the call. */
function ask<N extends CallName>(name: N, options: CallOptions<N> = {}) {
  return queryOptions({
    queryKey: [name, { ...options.params, ...(options.query as object | undefined) }] as const,
    queryFn: ({ signal }) => call(name, { ...options, signal }),
  })
}

export const meQuery = () => ask('users.me')
export const walletQuery = () => ask('users.wallet')
export const ownLaterQuery = () => ask('transactions.ownLater')
export const levelQuery = () => ask('users.level')
export const nextLevelQuery = (levelId: string) =>
  queryOptions({ ...ask('levels.nextLevel', { params: { id: levelId } }), retry: false })
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
/** The ladder, and how its reader climbed it. */
export const ranksQuery = () => queryOptions({ ...ask('levels.list'), staleTime: 5 * 60_000 })
export const levelHistoryQuery = () => ask('users.levelHistory')
export const campaignsQuery = () => ask('campaigns.list')
export const legalListQuery = () => queryOptions({ ...ask('legal.list'), staleTime: 5 * 60_000 })
export const addressQuery = () => ask('addresses.user')
export const sessionsQuery = () => ask('auth.sessions')
export const passkeysQuery = () => ask('auth.passkeys')
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
  infiniteQueryOptions({
    queryKey: ['transactions.list', narrowing] as const,
    queryFn: ({ pageParam, signal }) =>
      call('transactions.list', {
        query: { ...narrowing, page: pageParam, limit: limits.listPageSize, with: 'months' },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.next_page,
  })

/** How many there are; the one row that comes along is the price of asking. */
export const transactionCountQuery = (narrowing: Narrowing) =>
  queryOptions({
    queryKey: ['transactions.list', { ...narrowing, limit: 1 }] as const,
    queryFn: ({ signal }) => call('transactions.list', { query: { ...narrowing, limit: 1 }, signal }),
  })
export const transactionStoresQuery = () =>
  queryOptions({ ...ask('transactions.stores'), staleTime: 5 * 60_000 })

export const notificationListQuery = () =>
  infiniteQueryOptions({
    queryKey: ['notifications.list', {}] as const,
    queryFn: ({ pageParam, signal }) =>
      call('notifications.list', { query: { page: pageParam, limit: limits.listPageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.next_page,
  })

/** Marks every answer of these calls as out of date; what is on screen is asked for again at once. */
export function refetch(...names: CallName[]): void {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
}
