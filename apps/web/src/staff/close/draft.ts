import { useRef, useState } from 'react'
import { keysOf } from '../shared/device/kept-keys.ts'
import { type Counts, noCounts, sumOf } from './counts.ts'

/** A count that is under way, kept on the device: a reload or a customer at the register loses nothing. */
export type Draft = {
  counts: Counts
  /** The count is finished, and the difference may be seen. */
  revealed: boolean
  reason: string
  note: string
  /** What stays for tomorrow, once it has been typed. */
  carry: number | null
}

const prefix = 'shirogane.close.'
const keyOf = (storeId: string, date: string) => `${prefix}${storeId}.${date}`

const empty: Draft = { counts: noCounts, revealed: false, reason: '', note: '', carry: null }

/** How many closes have been begun at this device and not sent. */
export function countCloses(): number {
  return keysOf(prefix).filter((key) => {
    const { counts, note, carry } = read(key)
    return sumOf(counts) > 0 || note !== '' || carry !== null
  }).length
}

export function useDraft(
  storeId: string,
  date: string,
): [Draft, (change: Partial<Draft>) => void, () => void] {
  const key = keyOf(storeId, date)
  const [draft, setDraft] = useState<Draft>(() => read(key))
  // A caller that waits for something goes on from what was typed meanwhile.
  const latest = useRef(draft)
  const set = (next: Draft, kept: string | null) => {
    latest.current = next
    setDraft(next)
    store(key, kept)
  }
  return [
    draft,
    (change) => {
      const next = { ...latest.current, ...change }
      set(next, JSON.stringify(next))
    },
    () => set(empty, null),
  ]
}

function read(key: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>
    return { ...empty, ...kept, counts: { ...noCounts, ...kept.counts } }
  } catch {
    // A browser that refuses storage, or a text that is not ours: the count begins anew.
    return empty
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The count then lasts as long as the page does.
  }
}
