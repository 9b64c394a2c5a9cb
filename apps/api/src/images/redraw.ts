import { fileURLToPath } from 'node:url'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import type { Log } from '../log.ts'
import { startApart } from './apart.ts'
import { takeTurns } from './turns.ts'

const child = fileURLToPath(new URL('redraw-child.ts', import.meta.url))
const timeLimitMs = 8_000
const answerBytesMax = 8_000_000
/** Pictures that are decoded at a time in this process; the cores are for payments. */
const atOnce = 1
const waitingEach = 3
const waitingInAll = 20

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

/** Of pictures, and of everything else that is uploaded before it is looked at. */
const turns = takeTurns({ atOnce, waitingEach, waitingInAll })
export const { inPlace } = turns

/**
 * The picture as WebP of the asked size, without anything that was not pixels, when it is the caller's turn. The
 * original bytes are never stored.
 */
export async function redraw(
  { log }: Pick<Context, 'log'>,
  { user_id }: Pick<Actor, 'user_id'>,
  original: Buffer,
  drawing: Drawing,
): Promise<Buffer> {
  const bytes = await turns.inTurn(user_id, () => inChild(log, original, drawing))
  if (!bytes) throw new Problem('IMAGE_BROKEN')
  return bytes
}

function inChild(log: Log, original: Buffer, drawing: Drawing): Promise<Buffer | null> {
  const task: Task = { ...drawing, pixelsMax: limits.picturePixelsMax }
  return new Promise((resolve) => {
    const apart = startApart(log, child, JSON.stringify(task), { timeLimitMs })
    if (!apart?.stdin || !apart.stdout) return resolve(null)
    const parts: Buffer[] = []
    let size = 0
    apart.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > answerBytesMax) apart.kill('SIGKILL')
      else parts.push(part)
    })
    apart.once('error', () => resolve(null))
    apart.once('close', (code) => resolve(code === 0 && size > 0 ? Buffer.concat(parts) : null))
    // A child that ended before it read everything breaks the pipe; its end has said enough.
    apart.stdin.on('error', () => undefined)
    apart.stdin.end(original)
  })
}
