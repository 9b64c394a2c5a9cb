type SerialPort = {
  readonly writable: WritableStream<Uint8Array> | null
  open: (options: { baudRate: number }) => Promise<void>
  close: () => Promise<void>
}

/** ESC p 0: the pulse by which a receipt printer opens the drawer that hangs on it. */
const pulse = new Uint8Array([0x1b, 0x70, 0x00, 0x19, 0xfa])
const baudRate = 9_600

/**
 * Opens the drawer by the printer that this browser was given before; answers whether one was there. A browser without
 * serial ports, and a register without a wire, leave it to the key.
 */
export async function openDrawer(): Promise<boolean> {
  const { serial } = navigator as { serial?: { getPorts: () => Promise<SerialPort[]> } }
  if (serial === undefined) return false
  try {
    const [port] = await serial.getPorts()
    if (port === undefined) return false
    const wasOpen = port.writable !== null
    if (!wasOpen) await port.open({ baudRate })
    const writer = port.writable?.getWriter()
    await writer?.write(pulse)
    writer?.releaseLock()
    if (!wasOpen) await port.close()
    return writer !== undefined
  } catch {
    return false
  }
}
