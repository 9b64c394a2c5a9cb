import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type CDPSession, type Locator, type Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// The library would fetch its program over the network; here it lies beside it.
const program = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({
  overrides: {
    wasmBinary: program.buffer.slice(program.byteOffset, program.byteOffset + program.byteLength),
  },
})

export interface Decoded {
  format: string
  text: string
}

/** Reads every code on a picture, as a scanner's own decoder does. */
export async function decode(picture: Buffer): Promise<Decoded[]> {
  const found = await readBarcodes(new Uint8Array(picture), {
    formats: ['QRCode', 'Code128'],
    tryHarder: true,
    maxNumberOfSymbols: 4,
  })
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => ({ format, text }))
}

/** What a camera in front of the phone reads: the whole screen, as it is drawn, looked at until it stands still. */
export async function readPhone(page: Page): Promise<{ qr: string; bars: string }> {
  let codes: Decoded[] = []
  await expect(async () => {
    codes = await decode(await page.screenshot())
    const formats = codes.map(({ format }) => format).toSorted()
    expect(formats, 'the phone shows a QR and a bar code that a decoder reads').toEqual(['Code128', 'QRCode'])
  }).toPass()
  const textOf = (format: string): string => codes.find((code) => code.format === format)?.text ?? ''
  return { qr: textOf('QRCode'), bars: textOf('Code128') }
}

/**
 * A handheld scanner: a keyboard that types much faster than a person and ends with Enter. Its keys are sent to the
 * browser all at once, with the times at which they went down, by which the page judges them however late it learns of
 * them. So one pull of the trigger is one code: a second one would be another note of 10,000 yen.
 */
export async function scan(page: Page, text: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  await typeFast(keyboard, text)
  await keyboard.detach()
}

async function typeFast(keyboard: CDPSession, text: string): Promise<void> {
  const keys = [...text].map((character) => ({
    key: character,
    code: /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`,
    windowsVirtualKeyCode: character.toUpperCase().charCodeAt(0),
    text: character,
  }))
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
  const startedAt = Date.now() / 1000
  await Promise.all(
    [...keys, enter].flatMap(({ text: typed, ...key }, index) => {
      const timestamp = startedAt + index * 0.004
      return [
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: typed, timestamp, ...key }),
        keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...key }),
      ]
    }),
  )
}

/** The sixteen digits under the bars, as a customer reads them out. */
export async function digitsOf(page: Page): Promise<string> {
  const digits: Locator = page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/)
  return (await digits.innerText()).replaceAll(' ', '')
}
