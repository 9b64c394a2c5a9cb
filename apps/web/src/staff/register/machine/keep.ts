/** The copy of the catalogue (catalogue.ts), by far the largest of what a register keeps. */
export const catalogueKey = 'shirogane.catalogue'

export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Writes down what a register must not lose. On a full device the copy of the catalogue makes room: the server has it
 * as well. Where there is none even then, selling goes on in the page, and what stood there before stays: the server
 * knows a sale by its id, so that no older state of it is paid a second time.
 */
export function keepSafely(storage: DeviceStorage, key: string, text: string): void {
  try {
    storage.setItem(key, text)
    return
  } catch {
    storage.removeItem(catalogueKey)
  }
  try {
    storage.setItem(key, text)
  } catch {
    // The failure is not shown: a clerk who rings up a sale can do nothing about it.
  }
}
