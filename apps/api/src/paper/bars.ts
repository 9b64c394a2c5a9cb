import code128 from 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js'
import type { Doc } from './page.ts'

/** The number as CODE128, which the scanners of the tills read; answers where the next line begins. */
export function drawBars(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const modules = new code128.default(text, {}).encode().data
  // Ten modules of white on either side, without which no scanner finds the edges.
  const unit = width / (modules.length + 20)
  let at = x + 10 * unit
  for (const run of modules.match(/1+|0+/g) ?? []) {
    if (run.startsWith('1')) doc.rect(at, y, run.length * unit, height)
    at += run.length * unit
  }
  doc.fill('#000000')
  return y + height
}
