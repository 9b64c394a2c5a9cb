// Decodes one picture and draws it anew, then ends. What an attacker hides in a picture meets a process that has no
// secret, no database and no second task, and whose memory goes back to the machine with it.
import sharp, { type Sharp } from 'sharp'
import type { Task } from './redraw.ts'

const task = JSON.parse(process.argv[2] ?? '{}') as Task
const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)

sharp.cache(false)
sharp.concurrency(1)
const drawn = sharp(Buffer.concat(parts), {
  limitInputPixels: task.pixelsMax,
  failOn: 'truncated',
  sequentialRead: true,
  pages: 1,
})
  // The way up is taken from the metadata before all of it is left behind.
  .autoOrient()
  .resize({
    width: task.width,
    height: task.height,
    fit: task.whole ? 'inside' : 'cover',
    position: 'centre',
    withoutEnlargement: task.whole === true,
  })
  .toColourspace('srgb')
const redrawn = await (task.covered ? await covered(drawn, task.covered) : drawn)
  .webp({ quality: task.quality })
  .toBuffer()
process.stdout.end(redrawn)

/** Paints black over parts of the picture; what was under them is in no byte of the answer. */
async function covered(picture: Sharp, areas: NonNullable<Task['covered']>): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  for (const area of areas) {
    const left = Math.floor((area.left * info.width) / 1000)
    const right = Math.min(info.width, Math.ceil(((area.left + area.width) * info.width) / 1000))
    const top = Math.floor((area.top * info.height) / 1000)
    const bottom = Math.min(info.height, Math.ceil(((area.top + area.height) * info.height) / 1000))
    for (let row = top; row < bottom; row += 1)
      data.fill(0, (row * info.width + left) * info.channels, (row * info.width + right) * info.channels)
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}
