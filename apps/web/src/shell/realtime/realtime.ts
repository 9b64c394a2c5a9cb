import type {
  Ack,
  ApprovalChange,
  ConfirmationChange,
  NewClientTransaction,
  PurchaseRefused,
  PurchaseSuccess,
} from '@shirogane/contract/wire/events'
import { sessionHandle } from '../session/session.ts'

export type LiveHandlers = {
  newClientTransaction?: (event: NewClientTransaction) => void
  purchaseSuccess?: (event: PurchaseSuccess) => void
  purchaseRefused?: (event: PurchaseRefused) => void
  approvalChange?: (event: ApprovalChange) => void
  confirmationChange?: (event: ConfirmationChange) => void
  /** The line was down and is up again, or late: what happened meanwhile is found by reading. */
  onReturn: () => void
  /** The server does not know this session now. Answers whether it is worth knocking again. */
  onRefused: () => Promise<boolean>
}

const rememberedEvents = 200
/** A line that needs longer than this to come may have missed what the screens, asked for before it, do not show. */
const atOnceMs = 3_000
let isUp = false
const watchers = new Set<() => void>()

/** Whether events arrive now; a screen that depends on them polls while they do not. */
export function isLive(): boolean {
  return isUp
}

export function onLiveChange(listener: () => void): () => void {
  watchers.add(listener)
  return () => watchers.delete(listener)
}

function setUp(next: boolean): void {
  if (isUp === next) return
  isUp = next
  for (const watcher of watchers) watcher()
}

/** Drops what was heard before: events come at least once, and a toast must come once. */
function onlyOnce() {
  const seen = new Set<string>()
  return <E extends { event_id: string }>(handle: (event: E) => void) =>
    (event: E) => {
      if (seen.has(event.event_id)) return
      seen.add(event.event_id)
      const oldest = seen.values().next().value
      if (seen.size > rememberedEvents && oldest !== undefined) seen.delete(oldest)
      handle(event)
    }
}

/** Joins the reader's rooms. The library is loaded only now: the first screen does without it. */
export async function openLive(handlers: LiveHandlers): Promise<() => void> {
  let mayMiss = false
  setTimeout(() => (mayMiss = true), atOnceMs)
  const { io } = await import('socket.io-client')
  const once = onlyOnce()
  let refusals = 0
  let knock: ReturnType<typeof setTimeout> | undefined
  const socket = io('/transactions', {
    withCredentials: true,
    // Straight to the socket; where a proxy forbids it, the slower way is found by itself.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.3,
    // Asked again at every attempt, because the handle may have changed since.
    auth: (give) => give({ token: sessionHandle() ?? undefined }),
  })
  socket.on('connect', () => {
    socket.emit('joinTransactionRoom', (answer: Ack) => {
      setUp(answer.ok)
      if (answer.ok) refusals = 0
      if (answer.ok && mayMiss) handlers.onReturn()
      mayMiss ||= answer.ok
    })
  })
  // The library comes back by itself after a lost line, but not after a refusal: then the session decides.
  const onRefusal = async () => {
    refusals += 1
    if (!(await handlers.onRefused())) return
    knock = setTimeout(() => socket.connect(), Math.min(30_000, 1_000 * 2 ** (refusals - 1)))
  }
  socket.on('disconnect', (reason) => {
    setUp(false)
    if (reason === 'io server disconnect') void onRefusal()
  })
  socket.on('connect_error', () => {
    setUp(false)
    if (!socket.active) void onRefusal()
  })
  const { newClientTransaction, purchaseSuccess, purchaseRefused, approvalChange, confirmationChange } =
    handlers
  if (newClientTransaction) socket.on('newClientTransaction', once(newClientTransaction))
  if (purchaseSuccess) socket.on('purchaseSuccess', once(purchaseSuccess))
  if (purchaseRefused) socket.on('purchaseRefused', once(purchaseRefused))
  if (approvalChange) socket.on('approvalChange', once(approvalChange))
  if (confirmationChange) socket.on('confirmationChange', once(confirmationChange))
  return () => {
    clearTimeout(knock)
    socket.close()
    setUp(false)
  }
}
