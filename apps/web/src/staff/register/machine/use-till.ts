import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, call } from '../../../shell/api/api.ts'
import { openLive } from '../../../shell/realtime/realtime.ts'
import { renewSession } from '../../../shell/session/session.ts'
import type { Reply } from './outcome.ts'
import { heldStorage } from '../parked/held.ts'
import { tillStorage } from './storage.ts'
import { createTill } from './till.ts'
import type { Till } from './till.ts'
import type { TillState } from './till-state.ts'
import type { Refusal } from './till-parts.ts'
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
function createEars() {
  const waiting = new Map<string, () => void>()
  return {
    hear(transaction_id: string) {
      let tell = () => {}
      const heard = new Promise<void>((resolve) => {
        tell = resolve
      })
      waiting.set(transaction_id, tell)
      return { heard, stop: () => void waiting.delete(transaction_id) }
    },
    tell: (transaction_id: string) => waiting.get(transaction_id)?.(),
    tellAll: () => {
      for (const tell of waiting.values()) tell()
    },
  }
}

function openTill(register_id: string): { till: Till; close: () => void } {
  const ears = createEars()
  const till = createTill({
    register_id,
    storage: tillStorage(register_id),
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
    hear: (id) => ears.hear(id),
    newId: () => uuid7(),
  })
  let closeLive: (() => void) | null = null
  let isClosed = false
  openLive({
    newClientTransaction: ({ id }) => ears.tell(id),
    purchaseSuccess: ({ transaction }) => ears.tell(transaction.id),
    confirmationChange: ({ transaction_id }) => ears.tell(transaction_id),
    onReturn: ears.tellAll,
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
    till,
    close: () => {
      isClosed = true
      closeLive?.()
      till.leave()
    },
  }
}

/** The till of this register, for as long as the screen is open. Null until the storage has been read. */
export function useTill(register_id: string): { till: Till; state: TillState } | null {
  const [till, setTill] = useState<Till | null>(null)
  useEffect(() => {
    const opened = openTill(register_id)
    setTill(opened.till)
    return () => {
      opened.close()
      setTill(null)
    }
  }, [register_id])
  const subscribe = useCallback((listener: () => void) => till?.subscribe(listener) ?? (() => {}), [till])
  const state = useSyncExternalStore(subscribe, () => till?.state() ?? null)
  return till !== null && state !== null ? { till, state } : null
}
