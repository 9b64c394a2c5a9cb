import Pdf from 'pdfkit'

export type Fonts = { regular: Uint8Array; bold: Uint8Array }
export type Doc = InstanceType<typeof Pdf>

const pointsPerMm = 72 / 25.4
export const mm = (length: number): number => length * pointsPerMm

type Sheet = { width: number; height: number; title: string; author: string; at: string }

/** An empty sheet with both weights of the typeface. Its dates are those of the document, so that it is drawn alike each time. */
export function openSheet(fonts: Fonts, { width, height, title, author, at }: Sheet): Doc {
  const moment = new Date(at)
  const doc = new Pdf({
    size: [width, height],
    margin: 0,
    lang: 'ja-JP',
    displayTitle: true,
    font: fonts.regular as never,
    info: { Title: title, Author: author, CreationDate: moment, ModDate: moment },
  })
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  return doc
}

export type Style = { size: number; bold?: boolean; align?: 'left' | 'center' | 'right' }

/** Writes from the top left corner of a column and answers where the next line begins. */
export function writeText(doc: Doc, text: string, x: number, y: number, width: number, style: Style): number {
  doc.font(style.bold ? 'bold' : 'regular').fontSize(style.size)
  const options = { width, align: style.align ?? 'left', lineGap: style.size * 0.05 } as const
  doc.text(text, x, y, options)
  return y + doc.heightOfString(text, options)
}

/** A label and, at the other edge, its figure; a long label wraps beside it. */
export function writePair(
  doc: Doc,
  [label, figure]: readonly [string, string],
  x: number,
  y: number,
  width: number,
  style: Style,
): number {
  doc.font(style.bold ? 'bold' : 'regular').fontSize(style.size)
  const figureWidth = doc.widthOfString(figure) + 1
  const below = writeText(doc, label, x, y, width - figureWidth - 6, style)
  const figureBelow = writeText(doc, figure, x + width - figureWidth, y, figureWidth, {
    ...style,
    align: 'right',
  })
  return Math.max(below, figureBelow)
}

export function drawRule(doc: Doc, x: number, y: number, width: number, isDashed = false): number {
  doc.lineWidth(0.6)
  if (isDashed) doc.dash(2, { space: 1.5 })
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke('#000000')
    .undash()
  return y
}

/** Cuts the sheet off below what was drawn: a roll is as long as its text. */
export function cutAt(doc: Doc, y: number): void {
  const { page } = doc as unknown as {
    page: { width: number; height: number; dictionary: { data: Record<string, unknown> } }
  }
  // Drawing counts from the top, the file from the bottom: what is cut away is the low end.
  page.dictionary.data['MediaBox'] = [0, page.height - y, page.width, page.height]
}
