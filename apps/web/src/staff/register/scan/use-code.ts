import type { Sku } from '@shirogane/contract/resources/brand/skus'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shell/api/api.ts'
import { scanSoundIsOn } from '../../shared/device/device.ts'
import { skuSearchQuery } from '../../shared/queries.ts'
import { answerPatienceMs, searchKept } from './catalogue.ts'
import { type Article, totalsOf } from '../cart/cart.ts'
import { isExactly, normaliseCode, readCode } from '../../shared/scanner/code.ts'
import { playBeep } from './sound.ts'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { Notice } from '../machine/sale-state.ts'

/** As much of an unknown code as a clerk needs to see what the scanner read. */
const shownMax = 32
const besideMs = 3_000

export type CodeResult =
  | { kind: 'member' }
  | { kind: 'receipt' }
  | { kind: 'article'; name: string }
  /** An article that goes to the scale first. */
  | { kind: 'weighing'; name: string }
  | { kind: 'unknown' }

const isWeighed = (sku: Article): boolean => sku.silver?.weighed === true

/** What happens to a code that came from a scanner, the camera, or figures that the clerk typed. */
export function useCode(
  machine: SaleMachine,
  /** An article that is weighed at the register waits for its weight. */
  onWeigh: (sku: Sku) => void,
  /** One of which the shop has none left waits for the clerk's word. */
  onNoneLeft: (sku: Article) => void,
  /** A receipt at the register is about giving back; the sale in hand waits. */
  onReceipt: (number: string) => void,
): {
  take: (raw: string) => Promise<CodeResult>
  /** Several, in their order. */
  takeAll: (codes: readonly string[]) => Promise<void>
  add: (sku: Article) => boolean
  /** What was read is nothing that is known here. */
  refuse: () => void
} {
  const client = useQueryClient()
  const announce = useAnnounce()
  const toast = useToast()

  const sound = (kind: 'read' | 'failed') => {
    if (scanSoundIsOn()) playBeep(kind)
  }

  /** Says what is wrong with a code: beside what was said of something else since it was read, never in its place. */
  const complain = (notice: Notice, message: string, seen?: Notice | null): CodeResult => {
    sound('failed')
    if (machine.say(notice, seen)) announce(message, 'assertive')
    else toast({ message, kind: 'error', duration: besideMs })
    return { kind: 'unknown' }
  }

  const fail = (read?: string, seen?: Notice | null): CodeResult => {
    const notice = {
      kind: 'unknown_code',
      ...(read !== undefined && { read: read.slice(0, shownMax) }),
    } as const
    return complain(notice, text.unknownCode, seen)
  }

  const add = (sku: Article, seen?: Notice | null): boolean => {
    if (!sku.active) {
      complain({ kind: 'article', message: text.inactive }, text.inactive, seen)
      return false
    }
    if (isWeighed(sku)) {
      sound('read')
      onWeigh(sku)
      return true
    }
    if (sku.stock && sku.stock.available <= 0) {
      sound('failed')
      onNoneLeft(sku)
      return true
    }
    machine.addSku(sku, seen)
    sound('read')
    announce(text.added(sku.name, totalsOf(machine.state()).total))
    return true
  }

  /** Without a network, and while a poor one makes people wait, an article is found in the list that the device keeps. */
  const lookUp = (code: string): Promise<Sku | undefined> => {
    const asked = client
      .fetchQuery(skuSearchQuery(code))
      .then(({ items }) => items.find((sku) => isExactly(sku, code)))
    const kept = searchKept(code).find((sku) => isExactly(sku, code))
    if (kept === undefined) return asked
    const late = new Promise<Sku>((resolve) => setTimeout(() => resolve(kept), answerPatienceMs))
    return Promise.race([asked.catch(() => kept), late])
  }

  const take = async (raw: string): Promise<CodeResult> => {
    // A code read over the finished sale belongs to the next one.
    if (machine.state().phase.name === 'done') machine.next()
    const code = readCode(raw)
    if (code.kind === 'unknown') return fail(raw)
    if (code.kind === 'member') {
      sound('read')
      machine.scan(code.token)
      return { kind: 'member' }
    }
    if (code.kind === 'receipt') {
      sound('read')
      onReceipt(code.number)
      return { kind: 'receipt' }
    }
    const seen = machine.state().notice
    const isStillWanted = machine.look(code.code)
    let found: Article | undefined
    try {
      found = await lookUp(code.code)
    } catch (error) {
      if (!isStillWanted()) return { kind: 'unknown' }
      const message = messageOf(error)
      return complain({ kind: 'article', message }, message, seen)
    }
    if (!isStillWanted()) return { kind: 'unknown' }
    if (found === undefined) return fail(code.code, seen)
    if (!add(found, seen)) return { kind: 'unknown' }
    return { kind: isWeighed(found) ? 'weighing' : 'article', name: found.name }
  }

  const takeAll = async (codes: readonly string[]) => {
    // Each after the other, or a slow answer would change the order of the lines.
    // oxlint-disable-next-line no-await-in-loop
    for (const code of codes) await take(code)
  }

  return { take, takeAll, add: (sku) => add(sku), refuse: () => void fail() }
}

/** Whether a text in the search is a code rather than words to search for. */
export function looksLikeMemberCode(typed: string): boolean {
  return readCode(normaliseCode(typed)).kind === 'member'
}
