/**
 * The last answers about this person's money, kept on the device so that an open app still shows them without a network,
 * always with their time. Pay codes and tokens never come here. Logging out empties it.
 */
const key = 'shirogane.saved'
/** Which rise of this person's rank was told here; see shell/frame/live/announced-rank.ts. */
export const announcedRankKey = 'shirogane.told_rank'

export type SavedEntry = { at: number; data: unknown }
type Saved = { owner: string; entries: Record<string, SavedEntry> }

function read(): Saved | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : (JSON.parse(text) as Saved)
  } catch {
    return null
  }
}

export function keepEntry(owner: string, name: string, data: unknown, at: number): void {
  const found = read()
  const saved: Saved = found?.owner === owner ? found : { owner, entries: {} }
  saved.entries[name] = { at, data }
  try {
    localStorage.setItem(key, JSON.stringify(saved))
  } catch {
    // A full or refused storage costs the offline copy and nothing else.
  }
}

export function keptEntries(): Record<string, SavedEntry> {
  return read()?.entries ?? {}
}

export function forgetSaved(): void {
  try {
    localStorage.removeItem(key)
    localStorage.removeItem(announcedRankKey)
  } catch {
    // Nothing could have been kept either.
  }
}
