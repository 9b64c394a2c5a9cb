/**
 * Chromium asks the headers of the page that was loaded, and only a few pages allow the camera: a reader who came here
 * from another page has the headers of that one. Loading this page afresh brings the right ones.
 */
export function isKeptFromCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature: (name: string) => boolean } }
  return featurePolicy !== undefined && !featurePolicy.allowsFeature('camera')
}

/** Opens a page that uses the camera, with headers of its own where this one's would keep the camera shut. */
export function goToCamera(
  to: string,
  go: (to: string) => unknown,
  { replace = false }: { replace?: boolean } = {},
): void {
  if (!isKeptFromCamera()) go(to)
  else if (replace) location.replace(to)
  else location.assign(to)
}

/** Loads this page afresh where it is kept from the camera, once until that has helped. */
export function loadsAfreshForCamera(): boolean {
  const mark = `shirogane.camera_load:${location.pathname}`
  try {
    if (!isKeptFromCamera()) {
      sessionStorage.removeItem(mark)
      return false
    }
    if (sessionStorage.getItem(mark) !== null) return false
    sessionStorage.setItem(mark, '1')
  } catch {
    return false
  }
  location.reload()
  return true
}
