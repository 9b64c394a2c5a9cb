/**
 * Gives a file to the reader: through the share sheet of a phone, which saves and prints, else as a download. The browser
 * may want a fresh tap for sharing; the download needs none.
 */
export async function deliverFile(bytes: BlobPart, name: string): Promise<void> {
  const file = new File([bytes], name, { type: 'application/pdf' })
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  if (isTouch && 'canShare' in navigator && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return
    } catch (error) {
      // A reader who closes the share sheet has decided; after every other failure the download is left.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
