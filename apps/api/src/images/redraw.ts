import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limits } from '@shirogane/contract/limits'
import { Problem } from '../http/problem.ts'

const child = fileURLToPath(new URL('redraw-child.ts', import.meta.url))
const timeLimitMs = 8_000
const answerBytesMax = 8_000_000
/** Pictures that are decoded at a time in this process; the cores are for payments. */
const atOnce = 1
const waitingMax = 20

export type Drawing = {
  width: number
  height: number
  quality: number
  /** Shrinks the whole picture into the frame, instead of cutting it to the frame's shape. */
  whole?: boolean
  /** Painted over, in thousandths of the width and height. */
  covered?: readonly Area[]
}
export type Area = { left: number; top: number; width: number; height: number }
/** What the child is told: the drawing, and how many pixels it may decode. */
export type Task = Drawing & { pixelsMax: number }

let running = 0
const waiting: (() => void)[] = []

/** The picture as WebP of the asked size, without anything that was not pixels. The original bytes are never kept. */
export async function redraw(original: Buffer, drawing: Drawing): Promise<Buffer> {
  if (running >= atOnce) {
    if (waiting.length >= waitingMax)
      throw new Problem('OVERLOADED', { retryAfterSeconds: 10, reason: 'images' })
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }
  running += 1
  try {
    const bytes = await inChild(original, drawing)
    if (!bytes) throw new Problem('IMAGE_BROKEN')
    return bytes
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function inChild(original: Buffer, drawing: Drawing): Promise<Buffer | null> {
  const task: Task = { ...drawing, pixelsMax: limits.picturePixelsMax }
  return new Promise((resolve) => {
    const process_ = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', child, JSON.stringify(task)],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: { NODE_ENV: 'production' },
        timeout: timeLimitMs,
        killSignal: 'SIGKILL',
      },
    )
    const parts: Buffer[] = []
    let size = 0
    process_.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > answerBytesMax) process_.kill('SIGKILL')
      else parts.push(part)
    })
    process_.once('error', () => resolve(null))
    process_.once('close', (code) => resolve(code === 0 && size > 0 ? Buffer.concat(parts) : null))
    // A child that ended before it read everything breaks the pipe; its end has said enough.
    process_.stdin.on('error', () => undefined)
    process_.stdin.end(original)
  })
}
