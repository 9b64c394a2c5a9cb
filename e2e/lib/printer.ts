import type { Page } from '@playwright/test'

/** How a receipt printer may stand: ready, without its cable, or holding a paper that it neither finishes nor refuses. */
export type Standing = 'ready' | 'unplugged' | 'stuck'

/** A printer on the bus, as far as a page can see it. It outlives the page, as a printer does. */
export async function placePrinter(
  screen: Page,
): Promise<{ turn: (standing: Standing) => Promise<void>; countSheets: () => Promise<number> }> {
  await screen.addInitScript(() => {
    const standing = () => localStorage.getItem('printer.standing') ?? 'ready'
    let bytes = 0
    const printer = Object.assign(new EventTarget(), {
      configuration: {
        interfaces: [
          {
            interfaceNumber: 0,
            alternate: { interfaceClass: 7, endpoints: [{ endpointNumber: 1, direction: 'out' }] },
          },
        ],
      },
      getDevices: async () => [printer],
      open: async () => {
        if (standing() === 'unplugged') throw new DOMException('Gone.', 'NotFoundError')
      },
      claimInterface: async () => undefined,
      transferOut: async (_: number, sent: Uint8Array) => {
        if (standing() === 'stuck') await new Promise(() => undefined)
        bytes += sent.length
        return { status: 'ok' }
      },
      close: async () => {
        // A drawer's pulse is five bytes.
        if (bytes > 5)
          localStorage.setItem('printer.sheets', String(Number(localStorage.getItem('printer.sheets')) + 1))
        bytes = 0
      },
    })
    Object.defineProperty(navigator, 'usb', { value: printer, configurable: true })
    localStorage.setItem('shirogane.printer', 'usb')
  })
  return {
    turn: (standing) =>
      screen.evaluate((next) => {
        localStorage.setItem('printer.standing', next)
        if (next === 'ready')
          (navigator as unknown as { usb: EventTarget }).usb.dispatchEvent(new Event('connect'))
      }, standing),
    countSheets: () => screen.evaluate(() => Number(localStorage.getItem('printer.sheets'))),
  }
}
