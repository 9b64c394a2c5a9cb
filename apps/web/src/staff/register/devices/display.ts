import { useEffect, useEffectEvent, useState } from 'react'
import type { Totals } from '../cart/cart.ts'
import type { Bill } from '../tender/tenders.ts'
import type { SaleState } from '../machine/sale-state.ts'

/** What the customer sees on the second screen: the bill as it grows, and nothing about a person. */
export type Shown = {
  phase: 'idle' | 'cart' | 'settling' | 'confirming' | 'done'
  lines: readonly { key: string; name: string; quantity: number; subtotal: number }[]
  discount: number
  total: number
  tendered: number
  remaining: number
  change: number
  hasMember: boolean
  /** Points that the sale brought, once it is done. */
  earned: number | null
}

type Message = { kind: 'hello' } | { kind: 'shown'; shown: Shown }

const channelOf = (register_id: string) => new BroadcastChannel(`shirogane.display.${register_id}`)

function shownOf(state: SaleState, totals: Totals, bill: Bill): Shown {
  const { phase, lines, entered, member } = state
  const bill_lines = lines.map(({ key, name, quantity }, index) => {
    const { gross = 0, line_discount = 0 } = totals.lines[index] ?? {}
    return { key, name, quantity, subtotal: gross - line_discount }
  })
  const shown = {
    lines: bill_lines,
    discount: totals.discount,
    total: totals.total,
    tendered: entered.cash,
    remaining: bill.remaining,
    change: bill.change,
    hasMember: member !== null,
    earned: null,
  }
  if (phase.name === 'done') {
    const { transaction, customer } = phase.result
    return {
      ...shown,
      phase: 'done',
      total: transaction.spent_total,
      change: transaction.change ?? 0,
      earned: customer === null ? null : transaction.received_point_total,
    }
  }
  if (phase.name === 'completing')
    return { ...shown, phase: phase.confirming === null ? 'settling' : 'confirming' }
  return { ...shown, phase: lines.length === 0 && member === null ? 'idle' : 'cart' }
}

/** Sends every change to the second screen, and to one that is opened late how things stand. */
export function useDisplay(register_id: string, state: SaleState, totals: Totals, bill: Bill): void {
  const shown = JSON.stringify(shownOf(state, totals, bill))
  const latest = useEffectEvent((): Message => ({ kind: 'shown', shown: JSON.parse(shown) as Shown }))
  useEffect(() => {
    const channel = channelOf(register_id)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'hello') channel.postMessage(latest())
    })
    return () => channel.close()
  }, [register_id])
  useEffect(() => {
    const channel = channelOf(register_id)
    channel.postMessage(latest())
    channel.close()
  }, [register_id, shown])
}

/** On the second screen: what the register last said; null until it has spoken. */
export function useShown(register_id: string): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const channel = channelOf(register_id)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'shown') setShown(data.shown)
    })
    const hello: Message = { kind: 'hello' }
    channel.postMessage(hello)
    return () => channel.close()
  }, [register_id])
  return shown
}
