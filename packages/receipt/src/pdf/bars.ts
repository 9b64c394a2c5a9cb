import { barsOf, quietModules } from '../words.ts'
import code128 from 'jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js'
import type { Doc } from './page.ts'

/** The number as CODE128, which the scanners of the registers read; answers where the next line begins. */
export function drawBars(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const modules = new code128.default(text, {}).encode().data
  const unit = width / (modules.length + 2 * quietModules)
  for (const bar of barsOf(modules)) doc.rect(x + (quietModules + bar.at) * unit, y, bar.width * unit, height)
  doc.fill('#000000')
  return y + height
}
