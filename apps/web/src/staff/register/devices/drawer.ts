import { printerWay } from '../../shared/device/device.ts'
import { sendNow } from '../receipt/printer.ts'

/** ESC p 0: the pulse by which a receipt printer opens the drawer that hangs on it. */
const pulse = new Uint8Array([0x1b, 0x70, 0x00, 0x19, 0xfa])

/** A clerk does not stand longer than this before a drawer that stays shut. */
const patienceMs = 2_000

/**
 * Opens the drawer by the printer that this device was given; answers whether one was there. A register without a wire
 * to its printer leaves it to the key.
 */
export async function openDrawer(): Promise<boolean> {
  const way = printerWay()
  if (way === null) return false
  try {
    await sendNow(way, pulse, patienceMs)
    return true
  } catch {
    return false
  }
}
