import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { keysOf } from '../shared/device/kept-keys.ts'

export type DraftLine = { sku_id: string; sku: string; name: string; quantity: number; planned?: number }

const prefix = 'shirogane.stock.'
const countsPrefix = `${prefix}count.`

/** Under this name of a draft the looks of a count wait for the network. */
export const countDraft = (countId: string): string => `count.${countId}`

function read<T>(storageKey: string, empty: T): T {
  try {
    const kept = localStorage.getItem(storageKey)
    return kept === null ? empty : (JSON.parse(kept) as T)
  } catch {
    return empty
  }
}

/** What was entered on this device stays there until it is sent: a reload in the stock room loses nothing. */
export function useDraft<T>(name: string, empty: T): [T, Dispatch<SetStateAction<T>>] {
  const storageKey = `${prefix}${name}`
  const [value, setValue] = useState<T>(() => read(storageKey, empty))
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

/** Pieces that were entered at this device and that the server does not have yet: those of counts, and those of the rest. */
export function countUnsavedStock(): { counted: number; entered: number } {
  let [counted, entered] = [0, 0]
  for (const key of keysOf(prefix)) {
    if (key.startsWith(countsPrefix))
      counted += read<readonly { add: number }[]>(key, []).reduce((sum, { add }) => sum + add, 0)
    else entered += piecesOf(read<{ lines?: readonly DraftLine[] }>(key, {}).lines ?? [])
  }
  return { counted, entered }
}
