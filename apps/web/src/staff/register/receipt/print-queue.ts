import { afterBreak } from '@shirogane/receipt/roll/escpos'
import { useSyncExternalStore } from 'react'
import { paperWidth, type PrinterWay, printerWay } from '../../shared/device/device.ts'
import { adoptDocuments, keepDocuments, type KeptDocument } from './kept-documents.ts'
import { onPrinterBack, sendToPrinter } from './printer.ts'

/** A paper that was counted as handed out and has not come out yet. */
export type Paper = {
  /** The movement that it is of. */
  of: string
  mark: string | null
  /** Null once the page was loaded anew: then it is drawn again. */
  bytes: Uint8Array<ArrayBuffer> | null
}

type WaitingDocument = Paper & {
  id: string
  state: KeptDocument['state']
  /**
   * The page was loaded anew while it was at the printer: it is not known whether it came out, and the clerk has to
   * look.
   */
  isUnsure: boolean
}

/** What waits, as a screen shows it. */
type Waiting = {
  documents: readonly WaitingDocument[]
  /** They wait for more than their turn: a printer did not take one, or the page was loaded anew. */
  isStuck: boolean
}

/** In the order in which they were asked for; the first one is at the printer. */
let waiting: Waiting = { documents: [], isStuck: false }
let turn: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()
const listening = new Set<PrinterWay>()

function change(documents: readonly WaitingDocument[], isStuck = waiting.isStuck): void {
  waiting = { documents, isStuck: isStuck && documents.length > 0 }
  keepDocuments(documents.map(({ id, of, mark, state }) => ({ id, of, mark, state })))
  for (const listener of listeners) listener()
}

function update(paper: WaitingDocument, part: Partial<WaitingDocument>, isStuck?: boolean): WaitingDocument {
  const next = { ...paper, ...part }
  change(
    waiting.documents.map((one) => (one.id === paper.id ? next : one)),
    isStuck,
  )
  return next
}

/**
 * Puts the paper behind those that wait and prints all of them, each once and in their order. A printer that goes away
 * in the middle keeps it waiting until it is back or the clerk asks again. Answers whether it came out.
 */
export async function printPaper(way: PrinterWay, paper: Paper): Promise<boolean> {
  const added: WaitingDocument = { ...paper, id: crypto.randomUUID(), state: 'waiting', isUnsure: false }
  change([...waiting.documents, added])
  await sendInTurn(way)
  return waiting.documents.every(({ id }) => id !== added.id)
}

/**
 * The clerk asks for what waits once more, and has looked for what may have come out; answers whether all of it did.
 */
export async function printWaiting(way: PrinterWay): Promise<boolean> {
  change(waiting.documents.map((paper) => ({ ...paper, isUnsure: false })))
  await sendInTurn(way)
  return waiting.documents.length === 0
}

async function sendInTurn(way: PrinterWay): Promise<void> {
  turn = turn.then(() => sendAll(way))
  await turn
}

async function sendAll(way: PrinterWay): Promise<void> {
  const nextOne = () => waiting.documents.find(({ isUnsure }) => !isUnsure)
  for (let paper = nextOne(); paper; paper = nextOne()) {
    const isAgain = paper.state !== 'waiting'
    let sent = update(paper, { state: 'printing' })
    try {
      const bytes = paper.bytes ?? (await drawAgain(paper))
      sent = update(sent, { bytes })
      await sendToPrinter(way, isAgain ? afterBreak(bytes) : bytes)
    } catch {
      // What could not even be drawn again has not been at the printer.
      update(sent, { state: sent.bytes === null ? paper.state : 'broken' }, true)
      listen(way)
      return
    }
    change(waiting.documents.filter(({ id }) => id !== sent.id))
  }
}

async function drawAgain({ of, mark }: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const { bytesAgain } = await import('./paper-bytes.ts')
  return bytesAgain(of, mark, paperWidth())
}

/** From the first failure on, a printer that is plugged in again prints what waits for it. */
function listen(way: PrinterWay): void {
  if (listening.has(way)) return
  listening.add(way)
  onPrinterBack(way, () => void sendInTurn(way))
}

/** Takes a paper out of the queue to be printed in another way: it has been counted already. */
export async function takeBack(of: string): Promise<Paper | null> {
  await turn
  const found = waiting.documents.find((paper) => paper.of === of) ?? null
  if (found) change(waiting.documents.filter((paper) => paper !== found))
  return found
}

/** Gives up the documents that wait. Answers how to let them wait again after all. */
export function giveUpWaiting(): () => void {
  const { documents } = waiting
  change([])
  return () => change([...documents, ...waiting.documents], true)
}

/** What waited when the page was left is here again: offered, and printed by itself only where it surely did not come out. */
export async function bringBack(): Promise<void> {
  const kept = await adoptDocuments()
  if (kept.length === 0) return
  const back = kept.map(({ id, of, mark, state }): WaitingDocument => {
    return { id, of, mark, bytes: null, state, isUnsure: state === 'printing' }
  })
  change([...back, ...waiting.documents], true)
  const way = printerWay()
  if (way !== null) listen(way)
}

export function useWaitingDocuments(): Waiting {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
}
