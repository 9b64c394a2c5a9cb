import { holds, type Right } from '@shirogane/contract/wire/rights'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../shell/api/api.ts'
import { ask } from '../../shell/queries/queries.ts'
import { todayInTokyo } from '../../shared/dates/dates.ts'
import { isPayCode } from './scanner/code.ts'
import { keptInStore } from './device/kept-in-store.ts'

/** Who works here and at which store; it changes with the login only. */
export const staffQuery = () => queryOptions({ ...ask('users.employeeDetails'), staleTime: 5 * 60_000 })

/** Whether the person who works here holds this right; not before it is known who that is. */
export function useHolds(right: Right): boolean {
  const type = useQuery(staffQuery()).data?.type
  return type !== undefined && holds(type, right)
}

/** Today as the shop counts it: the small hours are of the day before, and what follows a close is of the next. */
export function useShopDate(): string {
  // A page may stay open over the end of the day, and nothing else would tell it of the next one.
  const staff = useQuery({ ...staffQuery(), refetchInterval: 5 * 60_000 })
  return staff.data?.business_date ?? todayInTokyo()
}

/** What the clerk at the register may decide alone. */
export const registerTermsQuery = () =>
  queryOptions({ ...ask('transactions.registerTerms'), staleTime: 5 * 60_000 })

/** A member whom the register has a reason to see. */
export const memberQuery = (id: string) => ask('users.admin', { params: { id } })

/**
 * Articles by name, number or bar code; an empty query answers the ones sold most often. A member's code is none of them,
 * which is known without asking.
 */
export const skuSearchQuery = (query: string) =>
  queryOptions({
    ...ask('skus.search', { query: { query } }),
    queryFn: async ({ signal }) =>
      isPayCode(query) ? { items: [] } : call('skus.search', { query: { query }, signal }),
    // What is left of an article changes with every sale of it, at this register and at others.
    staleTime: 10_000,
  })

/** Carts that were put aside, from every register of the shop. */
export const parkedQuery = () =>
  queryOptions({ ...ask('transactions.searchSaved', { query: { limit: 100 } }), staleTime: 5_000 })

/** A shop's day; without a date the one that is open. Head office names the store, staff have theirs. */
export const dayQuery = (asked: { store_id?: string; date?: string } = {}) =>
  queryOptions({
    ...ask('admin.day', { query: asked }),
    placeholderData: keptInStore(asked),
    // Sales of other registers come in all day.
    refetchInterval: ({ state }) => (state.data?.status === 'closed' ? false : 20_000),
  })

/** The shops of the brand; for staff of a shop, that one. */
export const storesQuery = () => queryOptions({ ...ask('admin.stores'), staleTime: 5 * 60_000 })

/** All staff who ever worked here: what those did who have left is still found. */
export const everybodyQuery = () =>
  queryOptions({ ...ask('admin.staffList', { query: { state: 'all' } }), staleTime: 60_000 })
