// Decodes one picture and draws it anew, then ends. What somebody hides in a picture meets a process that has no secret,
// no database and no second task, and whose memory goes back to the machine with it.
import sharp from 'sharp'

type Task = { width: number; height: number; pixelsMax: number; quality: number }

const task = JSON.parse(process.argv[2] ?? '{}') as Task
const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)

sharp.cache(false)
sharp.concurrency(1)
const redrawn = await sharp(Buffer.concat(parts), {
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
    fit: 'cover',
    position: 'centre',
    withoutEnlargement: false,
  })
  .toColourspace('srgb')
  .webp({ quality: task.quality })
  .toBuffer()
process.stdout.end(redrawn)
