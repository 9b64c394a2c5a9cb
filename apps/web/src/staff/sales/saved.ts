import type { SavedSearch } from '@shirogane/contract/resources/sales/saved-searches'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shell/api/api.ts'
import { ask } from '../../shell/queries/queries.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { uuid7 } from '../../shell/api/uuid7.ts'
import { noRanges, type SalesFilter } from './queries.ts'

/** What the signed-in person keeps: conditions, and nothing of what they find. The same at every register. */
export const savedQuery = () =>
  queryOptions({
    ...ask('transactions.savedSearches'),
    queryFn: async ({ signal }) => {
      const found = await call('transactions.savedSearches', { signal })
      const left = leftOnDevice()
      if (left.length === 0) return found
      return (await bringAlong(left)) ?? found
    },
  })

/** Stands for the day on which the search is run. */
export const anyToday = 'today'

/** The newest first; the same condition is kept once. A search of today is one of every day that will be today. */
export async function keepSearch(filter: SalesFilter, count: number, today: string): Promise<void> {
  const days = filter.date === today ? { date: anyToday, until: '' } : {}
  took(
    await call('transactions.saveSearch', {
      body: { id: uuid7(), name: '', filter: { ...noRanges, ...filter, ...days }, count },
    }),
  )
}

export async function renameSearch(id: string, name: string): Promise<void> {
  took(await call('transactions.renameSearch', { params: { id }, body: { name } }))
}

export async function removeSearch(id: string): Promise<void> {
  await call('transactions.removeSearch', { params: { id } })
  queryClient.setQueryData(savedQuery().queryKey, (before) =>
    before === undefined ? before : { items: before.items.filter((search) => search.id !== id) },
  )
}

const took = (kept: { items: SavedSearch[] }): void => {
  queryClient.setQueryData(savedQuery().queryKey, kept)
}

/** Searches used to be kept on the device alone: the first person who opens the list takes those along. */
const place = 'shirogane.saved_searches'

function leftOnDevice(): readonly Partial<SavedSearch>[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(found) ? (found as Partial<SavedSearch>[]) : []
  } catch {
    return []
  }
}

async function bringAlong(left: readonly Partial<SavedSearch>[]): Promise<{ items: SavedSearch[] } | null> {
  let kept: { items: SavedSearch[] } | null = null
  try {
    // The oldest first, so that their order stays.
    for (const { id, name = '', filter, count = 0 } of left.toReversed()) {
      if (id === undefined || filter === undefined) continue
      kept = await call('transactions.saveSearch', {
        body: { id, name, filter: { ...noRanges, ...filter }, count },
      })
    }
  } catch {
    // One that no longer fits, or one too many: the rest of them is not worth a list that never opens.
  }
  localStorage.removeItem(place)
  return kept
}
