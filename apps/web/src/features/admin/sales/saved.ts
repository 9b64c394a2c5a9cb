import { noRanges, type SalesFilter } from './queries.ts'

export type SavedSearch = { id: string; name: string; filter: SalesFilter; count: number }

/** Kept on the device of whoever works here: conditions, and nothing of what they find. */
const place = 'shirogane.saved_searches'
const most = 30

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isSaved(value: unknown): value is SavedSearch {
  if (!isRecord(value) || !isRecord(value['filter'])) return false
  const { filter } = value
  return (
    isText(value['id']) &&
    isText(value['name']) &&
    typeof value['count'] === 'number' &&
    (['store_id', 'date', 'employee_id', 'skus', 'q'] as const).every((name) => isText(filter[name]))
  )
}

export function readSearches(): SavedSearch[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(found)
      ? found.filter(isSaved).map((one) => ({ ...one, filter: { ...noRanges, ...one.filter } }))
      : []
  } catch {
    return []
  }
}

function write(searches: readonly SavedSearch[]): SavedSearch[] {
  const kept = searches.slice(0, most)
  try {
    localStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // A browser that refuses storage keeps none; the search itself stays in the address.
  }
  return [...kept]
}

/** The newest first; the same condition is kept once. */
export function keepSearch(filter: SalesFilter, count: number): void {
  const same = JSON.stringify(filter)
  const others = readSearches().filter((search) => JSON.stringify(search.filter) !== same)
  write([{ id: crypto.randomUUID(), name: '', filter, count }, ...others])
}

export const renameSearch = (id: string, name: string): SavedSearch[] =>
  write(readSearches().map((search) => (search.id === id ? { ...search, name } : search)))

export const removeSearch = (id: string): SavedSearch[] =>
  write(readSearches().filter((search) => search.id !== id))
