/** Saves an answer of the server as a download of the browser, never a byte of it changed. */
export function saveBytes(bytes: Uint8Array, name: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
