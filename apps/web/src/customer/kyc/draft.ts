import type { KycDocument, KycSide, Occupation, Purpose } from '@shirogane/contract/inputs/identity'
import { useSyncExternalStore } from 'react'
import { keepEntry, keptEntries } from '../../shell/session/saved.ts'
import { sessionState } from '../../shell/session/session.ts'

/** A picture that the server has taken. Only its name is the server's; what is shown stays in this page. */
export type Shot = { filepath: string; source: 'camera' | 'file'; url: string }

type Words = { document: KycDocument | null; occupation: Occupation | null; purposes: readonly Purpose[] }
export type Draft = Words & { shots: Readonly<Partial<Record<KycSide, Shot>>> }

/** In the form of a query's key, as everything that is kept on the device. */
const name = JSON.stringify(['kyc.draft', {}])
const keptMs = 24 * 3_600_000
const empty: Draft = { document: null, occupation: null, purposes: [], shots: {} }

const listeners = new Set<() => void>()
let draft: Draft | null = null
let owner: string | null = null

/** The words come back after a day at most; pictures are gone with the page. */
function current(): Draft {
  const user = sessionState().auth?.id ?? null
  if (draft !== null && owner === user) return draft
  owner = user
  const saved = keptEntries()[name]
  const isFresh = saved !== undefined && Date.now() - saved.at < keptMs
  draft = isFresh ? { ...empty, ...(saved.data as Words) } : empty
  return draft
}

export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, current)
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function changeDraft(next: Partial<Draft>): void {
  draft = { ...current(), ...next }
  const { document, occupation, purposes } = draft
  if (owner !== null) keepEntry(owner, name, { document, occupation, purposes } satisfies Words, Date.now())
  for (const listener of listeners) listener()
}

/** Another paper has other pictures. */
export function chooseDocument(document: KycDocument): void {
  if (current().document === document) return
  dropShots()
  changeDraft({ document })
}

export function keepShot(side: KycSide, shot: Shot): void {
  const before = current().shots[side]
  if (before) URL.revokeObjectURL(before.url)
  changeDraft({ shots: { ...current().shots, [side]: shot } })
}

export function dropShots(): void {
  for (const shot of Object.values(current().shots)) URL.revokeObjectURL(shot.url)
  changeDraft({ shots: {} })
}

export function forgetDraft(): void {
  dropShots()
  changeDraft(empty)
}
