import { foldForSearch } from '@shirogane/contract/rules/fold'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import { useEffect } from 'react'
import { call } from '../../../shell/api/api.ts'
import { catalogueKey } from '../machine/keep.ts'

/**
 * The catalogue on this device, for a register that loses its network: articles are still found and priced, as they
 * were when the list was last read. What they cost by then, the server says when the sale is paid.
 */
const freshMs = 10 * 60_000
const pageSize = 100

/** The longest wait for an answer that the device has as well. */
export const answerPatienceMs = 2_000

type Kept = { at: number; items: readonly Sku[] }

function read(): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(catalogueKey) ?? 'null') as Kept | null
    return found !== null && Array.isArray(found.items) ? found : null
  } catch {
    return null
  }
}

async function load(signal: AbortSignal): Promise<readonly Sku[]> {
  const items: Sku[] = []
  for (let page: number | null = 1; page !== null;) {
    const answer: Awaited<ReturnType<typeof call<'skus.list'>>> = await call('skus.list', {
      query: { page, limit: pageSize },
      signal,
    })
    for (const {
      id,
      sku,
      barcode,
      name,
      price,
      tax_rate,
      picture,
      photo,
      piece,
      active,
      not_returnable,
      silver,
    } of answer.items)
      items.push({
        id,
        sku,
        barcode,
        name,
        price,
        tax_rate,
        picture,
        photo,
        piece,
        active,
        not_returnable,
        silver,
      })
    page = answer.next_page
  }
  return items
}

/** Keeps the list on the device no older than ten minutes while there is a network. */
export function useCatalogue(isOnline: boolean): void {
  useEffect(() => {
    if (!isOnline) return undefined
    const leaving = new AbortController()
    const renew = async () => {
      const age = Date.now() - (read()?.at ?? 0)
      // One from the future was read before the clock was set back.
      if (age >= 0 && age < freshMs) return
      try {
        const kept: Kept = { at: Date.now(), items: await load(leaving.signal) }
        localStorage.setItem(catalogueKey, JSON.stringify(kept))
      } catch {
        // The old list is as good as none was: the next turn tries again.
      }
    }
    void renew()
    const timer = setInterval(() => void renew(), freshMs)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [isOnline])
}

/** What the device knows of these words, an exact code first. */
export function searchKept(query: string): readonly Sku[] {
  const folded = foldForSearch(query)
  if (folded === '') return []
  const words = folded.split(' ')
  const isExact = (sku: Sku) => sku.barcode.toLowerCase() === folded || sku.sku.toLowerCase() === folded
  return (read()?.items ?? [])
    .filter((sku) => {
      const text = foldForSearch(`${sku.name} ${sku.sku}`)
      return isExact(sku) || words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
}
