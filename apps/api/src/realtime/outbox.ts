import { setTimeout } from 'node:timers/promises'
import type { NewClientTransaction, PurchaseSuccess } from '@shirogane/contract/wire/events'
import type { Level, Wallet } from '@shirogane/contract/resources/shapes'
import type { Context } from '../context.ts'
import type { Db } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import { listInviteGrants } from '../features/affiliates/index.ts'
import { listFirstRises, type Rise } from '../features/levels/index.ts'
import { type NewNotification, noticesOf, recordNotifications } from '../features/notifications/index.ts'
import { type Rounds, startRounds } from '../jobs/rounds.ts'
import { getMovements, type Movement } from '../features/transactions/index.ts'
import { listStandings } from '../features/users/index.ts'
import { giveBack, giveUp, type OutboxRow, putOff, recordSent, takeDue } from './outbox-store.ts'
import { storeRoom, userRoom } from './rooms.ts'
import type { Sockets } from './sockets.ts'

const batchMax = 200
const leaseSeconds = 10
/** How long a round rests before the next, so that in a busy shop one trip tells of many. */
const restMs = 25
const attemptsMax = 20

/**
 * Notifies listeners of what was committed. The rows are written by the commits that they tell of, so nothing is told
 * that did not happen and nothing that happened is forgotten; a row may be told twice when a process dies in between,
 * which the event's id lets the listener notice.
 *
 * What a round notes of itself goes through `notes`, whose commits do not wait for the disk. The journal is written in
 * their order: where a power cut takes the notices away, "sent" is gone as well, and the same is told once more. Gifts
 * and mails are no part of it: their consumers follow the movements by themselves.
 *
 * @param onTaken called when there is something to tell of, before it is told
 */
export function startOutbox(ctx: Context, sockets: Sockets, notes: Db, onTaken: () => void): Rounds {
  const relay = { ctx, sockets, notes }
  return startRounds(ctx, 'notices', async () => {
    const rows = await takeDue(notes, batchMax, leaseSeconds)
    if (rows.length > 0) onTaken()
    const isWhole = await sendOrGiveBack(relay, rows)
    if (rows.length > 0 && rows.length < batchMax) await setTimeout(restMs)
    return rows.length === batchMax || !isWhole
  })
}

/**
 * What cannot be sent together is sent one by one, so that a bad row holds up only itself: no listener waits for the
 * end of a lease because of another's row. Behind the first that fails alone too, the others are due again at once,
 * together with what has happened since. Answers whether every row has been dealt with.
 */
async function sendOrGiveBack(relay: Relay, rows: readonly OutboxRow[]): Promise<boolean> {
  const { ctx, notes } = relay
  if (rows.length === 0) return true
  try {
    await send(relay, rows)
    return true
  } catch (error) {
    ctx.log.warn({ err: error, event: 'outbox' })
  }
  for (const [index, row] of rows.entries()) {
    try {
      await send(relay, [row])
    } catch (error) {
      ctx.log.warn({ err: error, event: 'outbox', outbox_id: row.id })
      await postpone(relay, row)
      const left = rows.slice(index + 1)
      if (left.length > 0) await giveBack(notes, idsOf(left))
      return left.length === 0
    }
  }
  return true
}

type Relay = { ctx: Context; sockets: Sockets; notes: Db }

const idsOf = (rows: readonly OutboxRow[]): number[] => rows.map(({ id }) => id)

async function send(relay: Relay, due: readonly OutboxRow[]): Promise<void> {
  const { ctx, sockets, notes } = relay
  // What only moved the drawer of a register, or only the books of a shop, is read in its own reports alone.
  const quiet = due.filter(isQuiet)
  const rows = due.filter((row) => !isQuiet(row))
  const movements = await getMovements(
    ctx,
    rows.map((row) => row.transaction_id),
  )
  const [standings, rises] = await Promise.all([
    standingsFor(ctx, sockets, movements),
    listFirstRises(
      ctx.db,
      [...movements.values()].map((movement) => movement.row),
    ),
  ])
  const sent: { row: OutboxRow; movement: Movement }[] = []
  for (const row of rows) {
    const movement = movements.get(row.transaction_id)
    if (movement && row.topic === 'transaction') sent.push({ row, movement })
    else await postpone(relay, row)
  }

  // The notices first: a screen that hears the event asks for them at once.
  const pushes = await recordNotifications(
    notes,
    sent.flatMap(({ movement }) => notificationsOf(ctx, movement, rises.get(movement.row.id))),
  )
  const invites = await listInviteGrants(
    ctx,
    sent.map(({ movement }) => movement.row),
  )
  for (const { row, movement } of sent) announce(sockets, row, movement, { standings, rises, invites })
  if (pushes > 0) ctx.wakePusher()
  await recordSent(notes, idsOf([...quiet, ...sent.map(({ row }) => row)]))
}

const isQuiet = (row: OutboxRow): boolean => row.topic === 'till' || row.topic === 'books'

type Standings = ReadonlyMap<string, { wallet: Wallet; level: Level }>

/** Only for customers who listen. */
function standingsFor(
  ctx: Context,
  sockets: Sockets,
  movements: ReadonlyMap<string, Movement>,
): Promise<Standings> {
  const ids = [...movements.values()].flatMap(({ row }) =>
    row.customer_id !== null && sockets.mayObserve(userRoom(row.customer_id)) ? [row.customer_id] : [],
  )
  return listStandings(ctx, [...new Set(ids)])
}

function notificationsOf(ctx: Context, movement: Movement, rise: Rise | undefined): NewNotification[] {
  const { row, transaction, due_on } = movement
  const customerId = row.customer_id
  if (customerId === null) return []
  return noticesOf({ transaction, message: row.message, due_on, rise }).map((notice) => ({
    ...notice,
    id: uuidv7(ctx.now()),
    user_id: customerId,
    transaction_id: row.id,
    created_at: row.completed_at,
  }))
}

type Known = { standings: Standings; rises: ReadonlyMap<string, Rise>; invites: ReadonlySet<string> }

function announce(sockets: Sockets, row: OutboxRow, movement: Movement, known: Known): void {
  const { standings, rises, invites } = known
  const { customer_id, store_id, employee_id, kind, pay_code_id } = movement.row
  // The customer who shows a code waits for what becomes of it: a purchase, or a debt that it paid.
  const isShown = (kind === 'payment' || kind === 'later_payment') && pay_code_id !== null
  const isSale = kind === 'payment' || kind === 'refund' || kind === 'void'
  const register = isShown && employee_id !== null ? listened(sockets, userRoom(employee_id)) : null
  const customer = customer_id === null ? null : listened(sockets, userRoom(customer_id))
  const shop = isSale && store_id !== null ? listened(sockets, storeRoom(store_id)) : null
  if (register === null && customer === null && shop === null) return

  // The gift for an invitation travels without a type: that is how the app knows it from every other gift.
  // What staff hand over at a register is told like a notice: its sentence and its points.
  const { type, ...bare } = movement.transaction
  const isGranted = (type === 'grant' || type === 'transfer') && employee_id !== null
  const notified = isGranted ? ('notification' as const) : type
  const transaction =
    notified === undefined || invites.has(movement.row.id) ? bare : { ...bare, type: notified }
  const success = { event_id: `${row.id}-purchase`, transaction, level_up: rises.has(movement.row.id) }
  const event: NewClientTransaction = { event_id: `${row.id}-transaction`, ...transaction }

  // The register hears it first: it stands in front of a person who waits.
  if (register !== null) {
    const forRegister: PurchaseSuccess = { ...success, wallet: null, level: null }
    sockets.emit(register, 'purchaseSuccess', forRegister)
  }
  if (customer_id !== null && customer !== null) {
    const standing = standings.get(customer_id)
    const forCustomer: PurchaseSuccess = {
      ...success,
      wallet: standing?.wallet ?? null,
      level: standing?.level ?? null,
    }
    if (isShown) sockets.emit(customer, 'purchaseSuccess', forCustomer)
    sockets.emit(customer, 'newClientTransaction', event)
  }
  // A colleague sees the sale, not what its customer has left.
  if (shop !== null) sockets.emit(shop, 'newClientTransaction', { ...event, wallet_after: null })
}

const listened = (sockets: Sockets, room: string): string | null => (sockets.mayObserve(room) ? room : null)

/** One bad row must not stop those behind it: it waits longer each time, and at last for a person. */
async function postpone({ ctx, notes }: Relay, row: OutboxRow): Promise<void> {
  if (row.attempts >= attemptsMax) {
    await giveUp(notes, row.id)
    ctx.log.error({
      event: 'outbox_dead',
      outbox_id: row.id,
      topic: row.topic,
      transaction_id: row.transaction_id,
    })
    return
  }
  await putOff(notes, row.id, Math.min(3_600, 2 ** row.attempts))
}
