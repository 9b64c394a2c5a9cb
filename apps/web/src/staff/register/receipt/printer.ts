import type { PrinterWay } from '../../shared/device/device.ts'

/** Of the browser's ways to a printer only what is used here; not every browser has them. */
type UsbEndpoint = { endpointNumber: number; direction: 'in' | 'out' }
type UsbInterface = {
  interfaceNumber: number
  alternate: { interfaceClass: number; endpoints: readonly UsbEndpoint[] }
}
type UsbDevice = {
  configuration: { interfaces: readonly UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  transferOut(endpoint: number, bytes: BufferSource): Promise<{ status: 'ok' | 'stall' | 'babble' }>
}
type SerialPort = {
  writable: WritableStream<Uint8Array> | null
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
}
type Comes = { addEventListener(event: 'connect', listener: () => void): void }
type Ways = {
  usb?: Comes & {
    getDevices(): Promise<UsbDevice[]>
    requestDevice(options: { filters: readonly { classCode: number }[] }): Promise<UsbDevice>
  }
  serial?: Comes & { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> }
}

/** The class of printers among the devices of a bus. */
const printerClass = 7
/** What such printers come with; those on a USB port take any. */
const baudRate = 38_400
const chunkBytes = 8_192

const ways = (): Ways => navigator as Ways

/** How this browser could reach a receipt printer, if at all. */
export function waysToPrint(): PrinterWay[] {
  const { usb, serial } = ways()
  return [...(usb ? (['usb'] as const) : []), ...(serial ? (['serial'] as const) : [])]
}

/** Asks the person which device it is; the browser remembers. Answers false where they chose none. */
export async function choosePrinter(way: PrinterWay): Promise<boolean> {
  try {
    if (way === 'usb') await ways().usb?.requestDevice({ filters: [{ classCode: printerClass }] })
    else await ways().serial?.requestPort()
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false
    throw error
  }
}

/** Tells when a printer that this page may use is plugged in. */
export function onPrinterBack(way: PrinterWay, listener: () => void): void {
  ways()[way]?.addEventListener('connect', listener)
}

/** What is on its way to the printer. */
let sending: Promise<void> = Promise.resolve()

/** Sends it to the printer that was chosen before: a paper after the drawer's pulse, never into it. */
export function sendToPrinter(way: PrinterWay, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const sent = sending.then(() => (way === 'usb' ? sendByUsb(bytes) : sendBySerial(bytes)))
  sending = sent.catch(() => {})
  return sent
}

/**
 * The same, for what means something now and nothing later: behind a printer that waits for paper it is given up, or
 * the drawer would open by itself when a new roll is put in.
 */
export function sendNow(way: PrinterWay, bytes: Uint8Array<ArrayBuffer>, withinMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      reject(new Error('The printer is busy.'))
    }, withinMs)
    sending = sending
      .then(() => {
        clearTimeout(late)
        return isLate ? undefined : way === 'usb' ? sendByUsb(bytes) : sendBySerial(bytes)
      })
      .then(resolve, reject)
  })
}

async function sendByUsb(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const [device] = (await ways().usb?.getDevices()) ?? []
  if (device === undefined) throw new Error('No printer was chosen.')
  await device.open()
  try {
    if (device.configuration === null) await device.selectConfiguration(1)
    const printer = device.configuration?.interfaces.find(
      ({ alternate }) => alternate.interfaceClass === printerClass,
    )
    const out = printer?.alternate.endpoints.find(({ direction }) => direction === 'out')
    if (printer === undefined || out === undefined) throw new Error('This device does not print.')
    await device.claimInterface(printer.interfaceNumber)
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const { status } = await device.transferOut(out.endpointNumber, bytes.slice(at, at + chunkBytes))
      if (status !== 'ok') throw new Error('The printer did not take it.')
    }
  } finally {
    await device.close()
  }
}

async function sendBySerial(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const [port] = (await ways().serial?.getPorts()) ?? []
  if (port === undefined) throw new Error('No printer was chosen.')
  await port.open({ baudRate })
  try {
    const writer = port.writable?.getWriter()
    if (writer === undefined) throw new Error('This port takes nothing.')
    try {
      for (let at = 0; at < bytes.length; at += chunkBytes)
        await writer.write(bytes.slice(at, at + chunkBytes))
      await writer.close()
    } finally {
      // A port does not close, nor open again, while a writer has it locked.
      writer.releaseLock()
    }
  } finally {
    await port.close()
  }
}
