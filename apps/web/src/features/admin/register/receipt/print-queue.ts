import { useSyncExternalStore } from 'react'
import type { PrinterWay } from '../../device.ts'
import { afterBreak } from './escpos.ts'
import { onPrinterBack, sendToPrinter } from './printer.ts'

/** A paper that was counted as handed out and has not come out yet. */
export type Paper = {
  /** The movement that it is of. */
  of: string
  mark: string | null
  bytes: Uint8Array<ArrayBuffer>
}

/** In the order in which they were asked for; the first one is at the printer. */
let waiting: readonly Paper[] = []
/** Papers of which a part may have been printed, and of which the printer may still expect the rest. */
const broken = new WeakSet<Paper>()
let turn: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()
const heard = new Set<PrinterWay>()

function change(papers: readonly Paper[]): void {
  waiting = papers
  for (const listener of listeners) listener()
}

/**
 * Puts the paper behind those that wait and prints all of them, each once and in their order. A printer that goes away
 * in the middle keeps it waiting until it is back or somebody asks again. Answers whether it came out.
 */
export async function printPaper(way: PrinterWay, paper: Paper): Promise<boolean> {
  change([...waiting, paper])
  await printWaiting(way)
  return !waiting.includes(paper)
}

/** Tries once more what waits; answers whether everything came out. */
export async function printWaiting(way: PrinterWay): Promise<boolean> {
  turn = turn.then(() => sendAll(way))
  await turn
  return waiting.length === 0
}

async function sendAll(way: PrinterWay): Promise<void> {
  for (let [paper] = waiting; paper; [paper] = waiting) {
    try {
      await sendToPrinter(way, broken.has(paper) ? afterBreak(paper.bytes) : paper.bytes)
    } catch {
      broken.add(paper)
      listen(way)
      return
    }
    const sent = paper
    change(waiting.filter((one) => one !== sent))
  }
}

/** From the first failure on, a printer that is plugged in again prints what waits for it. */
function listen(way: PrinterWay): void {
  if (heard.has(way)) return
  heard.add(way)
  onPrinterBack(way, () => void printWaiting(way))
}

/** Takes a paper out of the queue for whoever prints it in another way: it has been counted already. */
export async function takeBack(of: string): Promise<Paper | null> {
  await turn
  const found = waiting.find((paper) => paper.of === of) ?? null
  if (found) change(waiting.filter((paper) => paper !== found))
  return found
}

export function useWaitingPapers(): readonly Paper[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
}
