/**
 * Chromium asks the headers of the page that was loaded, and only a few pages allow the camera: whoever came here from
 * another has the headers of that one. Loading this page afresh brings the right ones, once for each page.
 */
export function loadsAfreshForCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature: (name: string) => boolean } }
  if (featurePolicy === undefined || featurePolicy.allowsFeature('camera')) return false
  try {
    const mark = `shirogane.camera_load:${location.pathname}`
    if (sessionStorage.getItem(mark) !== null) return false
    sessionStorage.setItem(mark, '1')
  } catch {
    return false
  }
  location.reload()
  return true
}
