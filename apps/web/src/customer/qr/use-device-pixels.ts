import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  // The query names the ratio of now; it stops matching as soon as the page is zoomed or moved to another screen.
  let query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
  const onChange = () => {
    query.removeEventListener('change', onChange)
    query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    query.addEventListener('change', onChange)
    listener()
  }
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Device pixels in one CSS pixel. */
export function useDevicePixels(): number {
  return useSyncExternalStore(
    subscribe,
    () => window.devicePixelRatio,
    () => 2,
  )
}
