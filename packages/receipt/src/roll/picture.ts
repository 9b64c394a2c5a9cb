import { barsOf, quietModules } from '../words.ts'
import Code128 from 'jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js'
import type { Row, Size } from './rows.ts'

export type PaperWidth = '80' | '58'
/** Dots across the printable part of a roll, at the eight dots a millimetre that such printers have. */
const dotsAcross: Readonly<Record<PaperWidth, number>> = { '80': 576, '58': 384 }

const sizes: Readonly<Record<Size, number>> = { small: 20, body: 23, large: 34 }
const leading = 1.4
const barsHeight = 72
const ruleHeight = 22
const face = '"Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", sans-serif'

type Piece = { text: string; x: number }
type Laid = { row: Row; y: number; pieces: Piece[]; size: number }
type Measure = (text: string, size: number, bold: boolean) => number

/** The roll as dots: a printer that knows few letters prints the ones of this device all the same. */
export function drawRoll(rows: readonly Row[], paper: PaperWidth): ImageData {
  const width = dotsAcross[paper]
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser draws nothing.')
  const fontOf = (size: number, bold: boolean) => `${bold ? '700' : '500'} ${String(size)}px ${face}`
  const measure: Measure = (text, size, bold) => {
    context.font = fontOf(size, bold)
    return context.measureText(text).width
  }
  const { laid, height } = layOut(rows, width, measure)
  canvas.width = width
  canvas.height = height
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  context.textBaseline = 'top'
  for (const { row, y, pieces, size } of laid) {
    if (row.kind === 'rule') {
      for (let x = 0; x < width; x += 12) context.fillRect(x, y + ruleHeight / 2, 6, 2)
    } else if (row.kind === 'bars') {
      const modules = new Code128(row.number, {}).encode().data
      const module = Math.max(1, Math.floor(width / (modules.length + 2 * quietModules)))
      const from = Math.floor((width - modules.length * module) / 2)
      for (const bar of barsOf(modules))
        context.fillRect(from + bar.at * module, y, bar.width * module, barsHeight)
    } else {
      context.font = fontOf(size, row.bold === true)
      for (const { text, x } of pieces) context.fillText(text, x, y)
    }
  }
  return context.getImageData(0, 0, width, height)
}

/** Where each piece of text stands. What is too long for its line goes on in the next. */
export function layOut(
  rows: readonly Row[],
  width: number,
  measure: Measure,
): { laid: Laid[]; height: number } {
  const laid: Laid[] = []
  let y = 8
  for (const row of rows) {
    if (row.kind === 'rule' || row.kind === 'bars') {
      laid.push({ row, y, pieces: [], size: 0 })
      y += row.kind === 'rule' ? ruleHeight : barsHeight + 8
      continue
    }
    const size = sizes[row.size]
    const bold = row.bold === true
    const step = Math.ceil(size * leading)
    const put = (...pieces: Piece[]) => {
      laid.push({ row, y, pieces, size })
      y += step
    }
    const at = (line: string, align: 'left' | 'centre' | 'right'): Piece => {
      const space = width - measure(line, size, bold)
      return { text: line, x: align === 'left' ? 0 : align === 'right' ? space : Math.floor(space / 2) }
    }
    if (row.kind === 'text') {
      for (const line of wrapped(row.text, width, (part) => measure(part, size, bold)))
        put(at(line, row.align))
      continue
    }
    const isTogether = measure(`${row.left}　${row.right}`, size, bold) <= width
    if (isTogether) put(at(row.left, 'left'), at(row.right, 'right'))
    else {
      for (const line of wrapped(row.left, width, (part) => measure(part, size, bold))) put(at(line, 'left'))
      for (const line of wrapped(row.right, width, (part) => measure(part, size, bold)))
        put(at(line, 'right'))
    }
  }
  return { laid, height: y + 8 }
}

function wrapped(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const character of text) {
    if (line !== '' && measure(line + character) > width) {
      lines.push(line)
      line = ''
    }
    line += character
  }
  return [...lines, line]
}
