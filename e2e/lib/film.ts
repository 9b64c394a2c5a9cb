import type { Page } from '@playwright/test'

const width = 640
const height = 480

/**
 * A film of one picture, as a camera over the counter would send it: the phone in the middle of the frame. The browser
 * plays it over and over as its camera.
 */
export async function filmOf(page: Page, picture: Buffer): Promise<Buffer> {
  // A page of its own draws the picture; the phone's own page allows no foreign data.
  const studio = await page.context().newPage()
  const rgba = await studio.evaluate(
    async ({ source, wide, high }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = wide
      canvas.height = high
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#777'
      context.fillRect(0, 0, wide, high)
      // The upper part of the screen, where the codes are, fills the height of the frame.
      const part = image.width * 1.3
      const scale = high / part
      context.drawImage(
        image,
        0,
        0,
        image.width,
        part,
        (wide - image.width * scale) / 2,
        0,
        image.width * scale,
        high,
      )
      const { data } = context.getImageData(0, 0, wide, high)
      let text = ''
      for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at] ?? 0)
      return btoa(text)
    },
    { source: `data:image/png;base64,${picture.toString('base64')}`, wide: width, high: height },
  )
  await studio.close()
  // Black and white need no colour: the brightness is the picture, and both colour planes stay in the middle.
  const bright = Buffer.from(rgba, 'base64')
  const colour = Buffer.alloc((width / 2) * (height / 2) * 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), bright, colour])
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`),
    ...Array.from({ length: 10 }, () => frame),
  ])
}
