import type { Sku } from '@shirogane/contract/resources/brand/skus'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParam, useSheet } from '../../../shell/navigation/navigation.tsx'
import type { Line } from './cart.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'

type Weighed = { sku: Sku; key: null } | { sku: null; key: string }
/** What is on the scale: an article that comes in, or a line that is weighed anew. */
export type Weighing = Weighed & { nth: number }
/** The sale waits for it until it is weighed, or not. */
type Waiting = Weighing & { end: () => void }

/**
 * What is to be weighed, one after the other: what is read while another lies on the scale, or while something else is
 * open, has its turn afterwards. The sale that it was read for waits for it, and no other has it.
 *
 * @param isReading the sheet that reads codes is open: the one for the weight takes its place
 */
export function useScale(
  machine: Pick<SaleMachine, 'look' | 'state'>,
  lines: readonly Line[],
  isReading: boolean,
) {
  const sheet = useSheet('weight')
  const open = useSearchParam('sheet')
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const counted = useRef(0)
  /** Whose sheet was asked for, and whose has been seen. */
  const asked = useRef(0)
  const seen = useRef(0)
  /** The sheet was closed, and is still in the address for a moment. */
  const isClosing = useRef(false)
  const weighing = waiting[0] ?? null

  const next = () => {
    weighing?.end()
    setWaiting((now) => now.slice(1))
  }
  const look = useEffectEvent(() => {
    if (!sheet.isOpen) isClosing.current = false
    if (isClosing.current) return
    if (weighing === null) {
      isClosing.current = sheet.isOpen
      if (sheet.isOpen) sheet.close()
      return
    }
    const { sku, key, nth } = weighing
    const isWanted =
      sku === null ? lines.some((line) => line.key === key) : machine.state().looking.includes(sku.name)
    if (!isWanted) next()
    else if (sheet.isOpen) seen.current = nth
    // It was left with a step back: it is not weighed after all.
    else if (seen.current === nth) next()
    else if (asked.current !== nth && (open === undefined || isReading || key !== null)) {
      asked.current = nth
      if (isReading) sheet.openInstead()
      else sheet.open()
    }
  })
  useEffect(() => look(), [weighing, open, lines])

  return {
    weighing,
    openWeight(one: Weighed): void {
      counted.current += 1
      const nth = counted.current
      const end = one.sku === null ? () => {} : machine.look(one.sku.name)
      setWaiting((now) => [...now, { ...one, nth, end }])
    },
    /** Weighed, or left as it is. */
    offScale: next,
  }
}
