import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { limits } from '@shirogane/contract/rules/limits'

const key = 'shirogane.chunk_reload_at'

/** Whether a reload is due now; asking counts as doing it, so that a missing file can never make a loop. */
export function mayReload(now: number = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (now - last < limits.chunkReloadIntervalMs) return false
    sessionStorage.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}

/**
 * Loads a part of the app that the reader waits for. After a new version its old files are gone: then the page reloads
 * by itself, once a minute at most. Offline nothing is gone, and a reload would lose what is on screen. What is fetched
 * in the background (`quietPart`) reloads nothing, and staff are asked first at the register and over their sheets
 * (staff/shared/lazy-parts.tsx).
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine || !mayReload()) throw error
    location.reload()
    return new Promise<T>(() => {})
  }
}

/** A part of a page with a file of its own: `lazyPart(() => import('./RankSheet.tsx'), 'RankSheet')`. */
export function lazyPart<P, Name extends string>(
  load: () => Promise<{ [N in Name]: ComponentType<P> }>,
  name: Name,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: (await loadChunk(load))[name] }))
}

const firstWaitMs = 2_000
const longestWaitMs = 60_000

/**
 * A part that the reader has not asked for: where its file does not come, nothing is shown, and it is asked for again
 * and again.
 */
export function quietPart<P, Name extends string>(
  load: () => Promise<{ [N in Name]: ComponentType<P> }>,
  name: Name,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        return { default: (await load())[name] }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    }
  })
}
