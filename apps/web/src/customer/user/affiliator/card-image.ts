import { correction, generate } from 'lean-qr'

type Card = { url: string; code: string; name: string; title: string; pr: string }

const width = 1_080
const height = 1_350
const margin = 90
const quietZone = 4
const graphite = '#1A1E22'
const graphiteLow = '#2E3338'
const silver = '#F4F6F8'
const silverLow = '#C2C6CB'
const white = '#FFFFFF'
const families = '"Hiragino Sans", "Noto Sans JP", "Yu Gothic", sans-serif'

/** The invitation as a picture: black on white where it is scanned, and its law's word where it is read first. */
export async function cardImage({ url, code, name, title, pr }: Card): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser draws no pictures')

  const ground = pen.createLinearGradient(0, 0, width, height)
  ground.addColorStop(0, graphiteLow)
  ground.addColorStop(1, graphite)
  pen.fillStyle = ground
  pen.fillRect(0, 0, width, height)

  pen.fillStyle = silver
  pen.textBaseline = 'alphabetic'
  write(pen, pr, { x: margin, y: 130, size: 44, weight: 700, room: width - margin * 2 })
  write(pen, title, { x: margin, y: 215, size: 56, weight: 700, room: width - margin * 2 })
  pen.fillStyle = silverLow
  write(pen, `@${name}`, { x: margin, y: 285, size: 40, weight: 400, room: width - margin * 2 })

  const side = width - margin * 2
  const top = 340
  pen.fillStyle = white
  pen.beginPath()
  pen.roundRect(margin, top, side, side, 48)
  pen.fill()
  const qr = generate(url, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  // Whole pixels for each module: a scanner reads edges, and half a pixel is none.
  const module = Math.floor(side / (qr.size + quietZone * 2))
  const inset = Math.floor((side - module * qr.size) / 2)
  pen.fillStyle = '#000000'
  for (let y = 0; y < qr.size; y += 1)
    for (let x = 0; x < qr.size; x += 1)
      if (qr.get(x, y)) pen.fillRect(margin + inset + x * module, top + inset + y * module, module, module)

  pen.fillStyle = silver
  pen.textAlign = 'center'
  write(pen, code, { x: width / 2, y: top + side + 76, size: 52, weight: 700, room: side })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png')
  })
}

/** A line that becomes smaller before it would leave the card. */
function write(
  pen: CanvasRenderingContext2D,
  line: string,
  { x, y, size, weight, room }: { x: number; y: number; size: number; weight: number; room: number },
): void {
  const font = (px: number) => `${String(weight)} ${String(px)}px ${families}`
  pen.font = font(size)
  const wide = pen.measureText(line).width
  if (wide > room) pen.font = font(Math.floor((size * room) / wide))
  pen.fillText(line, x, y)
}
