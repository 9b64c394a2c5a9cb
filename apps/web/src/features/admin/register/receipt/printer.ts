import type { PrinterWay } from '../../device.ts'

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
  transferOut(endpoint: number, bytes: BufferSource): Promise<unknown>
}
type SerialPort = {
  writable: WritableStream<Uint8Array> | null
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
}
type Ways = {
  usb?: {
    getDevices(): Promise<UsbDevice[]>
    requestDevice(options: { filters: readonly { classCode: number }[] }): Promise<UsbDevice>
  }
  serial?: { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> }
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

/** What is on its way to the printer. */
let sending: Promise<void> = Promise.resolve()

/** Sends it to the printer that was chosen before: a paper after the drawer's pulse, never into it. */
export function sendToPrinter(way: PrinterWay, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const sent = sending.then(() => (way === 'usb' ? sendByUsb(bytes) : sendBySerial(bytes)))
  sending = sent.catch(() => {})
  return sent
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
    for (let at = 0; at < bytes.length; at += chunkBytes)
      await device.transferOut(out.endpointNumber, bytes.slice(at, at + chunkBytes))
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
    for (let at = 0; at < bytes.length; at += chunkBytes) await writer.write(bytes.slice(at, at + chunkBytes))
    await writer.close()
  } finally {
    await port.close()
  }
}
