import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'

export type DraftLine = { sku_id: string; sku: string; name: string; quantity: number; planned?: number }

/** What was entered on this device stays there until it is sent: a reload in the stock room loses nothing. */
export function useDraft<T>(name: string, empty: T): [T, Dispatch<SetStateAction<T>>] {
  const storageKey = `shirogane.stock.${name}`
  const [value, setValue] = useState<T>(() => {
    try {
      const kept = localStorage.getItem(storageKey)
      return kept === null ? empty : (JSON.parse(kept) as T)
    } catch {
      return empty
    }
  })
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, JSON.stringify(value))
    } catch {
      // Without storage the entries last as long as the page does.
    }
  }, [storageKey, value])
  return [value, setValue]
}

/** One more of an article; the first one begins a line. */
export function addTo(
  lines: readonly DraftLine[],
  { id, sku, name }: { id: string; sku: string; name: string },
): DraftLine[] {
  const known = lines.find((line) => line.sku_id === id)
  if (!known) return [...lines, { sku_id: id, sku, name, quantity: 1 }]
  return lines.map((line) => (line === known ? { ...line, quantity: line.quantity + 1 } : line))
}

export const piecesOf = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
