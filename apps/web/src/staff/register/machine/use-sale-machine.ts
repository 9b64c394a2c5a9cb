import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, call } from '../../../shell/api/api.ts'
import { openLive } from '../../../shell/realtime/realtime.ts'
import { renewSession } from '../../../shell/session/session.ts'
import type { Reply } from './outcome.ts'
import { heldStorage } from '../parked/held.ts'
import { saleStorage } from './storage.ts'
import { createSaleMachine } from './sale-machine.ts'
import type { SaleMachine } from './sale-machine.ts'
import type { SaleState } from './sale-state.ts'
import type { Refusal } from './sale-parts.ts'
import { uuid7 } from '../../../shell/api/uuid7.ts'

/** Nothing of this sending has happened, for want of time or of room. */
const turnedAway: ReadonlySet<string> = new Set(['OVERLOADED', 'DISK_FULL'])

/**
 * What an attempt came to. Only a refusal that the server spoke is one: a time-out, a fault of the server, a dropped line
 * or a session that ended on the way leave open whether the act has happened.
 */
async function replyOf<T>(attempt: Promise<T>): Promise<Reply<T, Refusal>> {
  try {
    return { kind: 'answer', value: await attempt }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'lost' }
    const { code, message, status } = error
    if (turnedAway.has(code)) return { kind: 'lost', busy: { code, message } }
    if (status < 400 || status >= 500 || status === 401) return { kind: 'lost' }
    const detail = error.fields['token']
    return { kind: 'refusal', refusal: { code, message, ...(detail !== undefined && { detail }) } }
  }
}

/** An act that waits for a transaction is woken as soon as a socket speaks of it. */
function createObservers() {
  const waiting = new Map<string, () => void>()
  return {
    observe(transaction_id: string) {
      let notify = () => {}
      const reported = new Promise<void>((resolve) => {
        notify = resolve
      })
      waiting.set(transaction_id, notify)
      return { reported, stop: () => void waiting.delete(transaction_id) }
    },
    notify: (transaction_id: string) => waiting.get(transaction_id)?.(),
    notifyAll: () => {
      for (const notify of waiting.values()) notify()
    },
  }
}

function openSaleMachine(register_id: string): { machine: SaleMachine; close: () => void } {
  const observers = createObservers()
  const machine = createSaleMachine({
    register_id,
    storage: saleStorage(register_id),
    pay: (body, idempotencyKey) => replyOf(call('transactions.pay', { body, idempotencyKey })),
    payUpdate: (body, idempotencyKey) => replyOf(call('transactions.payUpdate', { body, idempotencyKey })),
    registerState: (id) => replyOf(call('transactions.registerState', { params: { id } })),
    withdraw: (id) => replyOf(call('transactions.withdrawConfirmation', { params: { id } })),
    skus: (ids) => Promise.all(ids.map((id) => call('skus.show', { params: { id } }))).catch(() => null),
    park: (body) => replyOf(call('transactions.park', { body })),
    updateParked: (id, body) => replyOf(call('transactions.updateParked', { params: { id }, body })),
    resume: (id, version) =>
      replyOf(call('transactions.resume', { params: { id }, body: { register_id, version } })),
    held: heldStorage(register_id),
    isOnline: () => navigator.onLine,
    now: () => Date.now(),
    observe: (id) => observers.observe(id),
    newId: () => uuid7(),
  })
  let closeLive: (() => void) | null = null
  let isClosed = false
  openLive({
    newClientTransaction: ({ id }) => observers.notify(id),
    purchaseSuccess: ({ transaction }) => observers.notify(transaction.id),
    confirmationChange: ({ transaction_id }) => observers.notify(transaction_id),
    onReturn: observers.notifyAll,
    onRefused: renewSession,
  }).then(
    (close) => {
      if (isClosed) close()
      else closeLive = close
    },
    () => {
      // Without a socket the register asks the server instead; it only hears of its result a little later.
    },
  )
  return {
    machine,
    close: () => {
      isClosed = true
      closeLive?.()
      machine.leave()
    },
  }
}

/** The sale of this register, for as long as the screen is open. Null until the storage has been read. */
export function useSaleMachine(register_id: string): { machine: SaleMachine; state: SaleState } | null {
  const [machine, setMachine] = useState<SaleMachine | null>(null)
  useEffect(() => {
    const opened = openSaleMachine(register_id)
    setMachine(opened.machine)
    return () => {
      opened.close()
      setMachine(null)
    }
  }, [register_id])
  const subscribe = useCallback(
    (listener: () => void) => machine?.subscribe(listener) ?? (() => {}),
    [machine],
  )
  const state = useSyncExternalStore(subscribe, () => machine?.state() ?? null)
  return machine !== null && state !== null ? { machine, state } : null
}
