/** A picture as four bytes for each dot, the way a canvas gives it. */
type Picture = Pick<ImageData, 'width' | 'height' | 'data'>

const escape = 0x1b
const group = 0x1d
const feed = 0x0a
/** Printers keep little: a long roll is sent in bands of so many rows. */
const bandRows = 128
/** Of the widest roll. */
const widestDots = 576
/** Darker than this is a dot. */
const dark = 140

/** The commands for a printer that speaks ESC/POS: begin, the picture in bands, feed, and cut. */
export function escposOf({ width, height, data }: Picture): Uint8Array<ArrayBuffer> {
  const across = Math.ceil(width / 8)
  const bytes: number[] = [escape, 0x40]
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top)
    bytes.push(group, 0x76, 0x30, 0, across & 0xff, across >> 8, rows & 0xff, rows >> 8)
    for (let y = top; y < top + rows; y += 1) {
      for (let column = 0; column < across; column += 1) {
        let byte = 0
        for (let bit = 0; bit < 8; bit += 1) {
          const x = column * 8 + bit
          const at = (y * width + x) * 4
          if (x < width && isDark(data, at)) byte |= 0x80 >> bit
        }
        bytes.push(byte)
      }
    }
  }
  bytes.push(feed, feed, feed, feed, group, 0x56, 66, 0)
  return new Uint8Array(bytes)
}

/**
 * The same once more, after a cable that came loose in the middle: the printer may still wait for dots of the band that
 * broke off, and would take the next commands for some. Blank ones fill that band, and are no letters outside of it.
 */
export function afterBreak(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blank = (bandRows * widestDots) / 8
  const all = new Uint8Array(blank + bytes.length)
  all.set(bytes, blank)
  return all
}

function isDark(data: Picture['data'], at: number): boolean {
  return (data[at]! * 299 + data[at + 1]! * 587 + data[at + 2]! * 114) / 1_000 < dark
}
