import { Worker } from 'node:worker_threads'
import type { PayoutStatement } from '@shirogane/contract/resources/brand/payouts'
import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'

export type Paper =
  | { paper: 'payout'; statement: PayoutStatement }
  | { paper: 'receipt'; content: ReceiptContent; isVoided: boolean; hasFormal: boolean; copy: number }
  | {
      paper: 'formal'
      content: ReceiptContent
      addressee: string
      proviso: string
      issued_at: string
      amount: number
      copy: number
      refunded_total: number
      isVoided: boolean
    }

export type PaperTask = { draw: Paper } | { check: Record<string, string> }
export type PaperAnswer = { bytes: Uint8Array<ArrayBuffer> } | { fields: string[] } | { failed: string }

/** More documents were asked for than the one thread draws soon. */
export class DrawingsFull extends Error {}

const timeLimitMs = 10_000
/** The typefaces are large: after a while without a request, their memory goes back. */
const idleMs = 30_000
const waitingMax = 20

type Waiting = { task: PaperTask; resolve: (answer: PaperAnswer) => void; reject: (error: Error) => void }

let worker: Worker | null = null
let idle: NodeJS.Timeout | undefined
let running: Waiting | null = null
const waiting: Waiting[] = []

/** The pages of a document as PDF, drawn beside the thread that takes payments. The same task gives the same pages. */
export async function drawPdf(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask({ draw: paper })
  if (!('bytes' in answer)) throw new Error('A drawing was answered without pages')
  return answer.bytes
}

/** The names of the inputs that hold a character which our typeface does not have. */
export async function undrawable(inputs: Record<string, string>): Promise<string[]> {
  const answer = await ask({ check: inputs })
  return 'fields' in answer ? answer.fields : []
}

function ask(task: PaperTask): Promise<PaperAnswer> {
  if (waiting.length >= waitingMax)
    return Promise.reject(new DrawingsFull('Too many documents wait to be drawn'))
  return new Promise((resolve, reject) => {
    waiting.push({ task, resolve, reject })
    next()
  })
}

/** One at a time: the cores are for payments. */
function next(): void {
  if (running) return
  const one = waiting.shift()
  if (!one) return
  running = one
  clearTimeout(idle)
  const drawing = (worker ??= start())
  const limit = setTimeout(() => void drawing.terminate(), timeLimitMs)
  const end = (answer: PaperAnswer | Error) => {
    clearTimeout(limit)
    drawing.off('message', end).off('error', end).off('exit', lost)
    running = null
    if (answer instanceof Error) one.reject(answer)
    else if ('failed' in answer) one.reject(new Error(answer.failed))
    else one.resolve(answer)
    idle = setTimeout(stop, idleMs)
    idle.unref()
    next()
  }
  const lost = () => {
    worker = null
    end(new Error('The drawing of a document ended without an answer'))
  }
  drawing.on('message', end).on('error', end).on('exit', lost)
  drawing.postMessage(one.task)
}

function start(): Worker {
  const started = new Worker(new URL('worker.ts', import.meta.url), {
    env: { NODE_ENV: 'production' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  // A server that is ending waits for no drawing.
  started.unref()
  started.on('exit', () => {
    if (worker === started) worker = null
  })
  return started
}

function stop(): void {
  void worker?.terminate()
  worker = null
}
