import type { Discount } from '@shirogane/contract/terms/sale-terms'
import { cartOf, totalsOf, wholeLine } from '../cart/cart.ts'
import type { Line, OlderLine } from '../cart/cart.ts'
import { keepSafely } from '../machine/keep.ts'
import type { DeviceStorage } from '../machine/keep.ts'
import type { Reply } from '../machine/outcome.ts'
import type { ParkedSale } from '@shirogane/contract/resources/sales/parked'
import type { ParkBody } from '@shirogane/contract/transactions/saved/park'
import type { UpdateParkedBody } from '@shirogane/contract/transactions/saved/update-parked'
import type { Parked, Refusal } from '../machine/sale-parts.ts'

/** A cart that was put aside at this register and that the server may not know of yet. */
export type Held = {
  id: string
  name: string
  lines: readonly Line[]
  discount: Discount | null
  /** The member's open checkout, whose code is given back with it. */
  checkout_id: string | null
  /** Its articles are set aside until it ends. */
  keep_goods: boolean
  /** Where it had been put aside before: this is its next version. */
  parked: Parked | null
  at: string
  /** It was on its way to the server once, which may have it. */
  is_sent: boolean
  /** Why the server does not take it. */
  refused: string | null
}

/** It is on this device and nowhere else, so a clerk who takes it back is the only one to have it. */
export const isHereAlone = ({ is_sent, refused }: Held): boolean => !is_sent || refused !== null

/** What the carts on their way need from the world. */
export type HeldPorts = {
  register_id: string
  held: HeldStorage
  /** False where the device has no network at all: then nothing need be tried. */
  isOnline: () => boolean
  park: (body: ParkBody) => Promise<Reply<ParkedSale, Refusal>>
  updateParked: (id: string, body: UpdateParkedBody) => Promise<Reply<ParkedSale, Refusal>>
}

export type HeldStorage = { read: () => readonly Held[]; write: (held: readonly Held[]) => void }

const keepers = new Set<() => void>()

/** Calls the listener at every change of the carts that this device holds. */
export function onHeldKept(listener: () => void): () => void {
  keepers.add(listener)
  return () => keepers.delete(listener)
}

export const countHeld = (register_id: string): number => heldStorage(register_id).read().length

export const heldKeyOf = (register_id: string) => `shirogane.held.${register_id}`

export function heldStorage(register_id: string, storage: DeviceStorage = localStorage): HeldStorage {
  return {
    read: () => {
      try {
        const found: unknown = JSON.parse(storage.getItem(heldKeyOf(register_id)) ?? '[]')
        const list = Array.isArray(found) ? (found as Held[]) : []
        return (
          list
            .filter((held) => typeof held.id === 'string' && Array.isArray(held.lines))
            // What an older page put aside did not say so, and may have been sent.
            .map((held) => ({
              ...held,
              is_sent: held.is_sent ?? true,
              lines: held.lines.map((line: OlderLine) => wholeLine(line)),
            }))
        )
      } catch {
        return []
      }
    },
    write: (held) => {
      keepSafely(storage, heldKeyOf(register_id), JSON.stringify(held))
      for (const listener of keepers) listener()
    },
  }
}

/**
 * Carts on their way to the server. They are written down on the device first, so that a register without a network can
 * put a cart aside and go on; each goes out under one id until the server has it, and is put aside once. Where the device
 * knows that there is no network nothing is sent, so that the cart can still be taken back.
 */
export function createHeld(ports: HeldPorts) {
  const listeners = new Set<() => void>()
  let held = ports.held.read()
  let running: Promise<void> | null = null
  let isLeft = false

  function set(next: readonly Held[]): void {
    held = next
    ports.held.write(next)
    for (const listener of listeners) listener()
  }

  function send({
    id,
    name,
    lines,
    discount,
    checkout_id,
    keep_goods,
    parked,
  }: Held): Promise<Reply<ParkedSale, Refusal>> {
    const { register_id } = ports
    const cart = cartOf({ lines, discount })
    if (parked !== null)
      return ports.updateParked(parked.id, {
        register_id,
        version: parked.version,
        status: 'parked',
        name,
        ...cart,
      })
    return ports.park({
      id,
      register_id,
      name,
      ...cart,
      ...(checkout_id !== null && { checkout_id }),
      ...(keep_goods && { keep_goods }),
    })
  }

  async function sendEach(): Promise<void> {
    for (const { id: next } of held.filter(({ refused }) => refused === null)) {
      // While the one before was on its way, this one may have been taken back.
      const one = held.find(({ id }) => id === next)
      if (one === undefined) continue
      if (isLeft || !ports.isOnline()) return
      // Written down before it goes out: from here on only the server can tell where it is.
      if (!one.is_sent) set(held.map((other) => (other.id === next ? { ...other, is_sent: true } : other)))
      const reply = await send(one)
      if (reply.kind === 'lost') return
      if (isLeft) {
        // The register that came after has the list by now, but must not offer what the server has taken.
        if (reply.kind === 'answer') ports.held.write(ports.held.read().filter(({ id }) => id !== one.id))
        return
      }
      // A new cart is in conflict where the server took it before and another register has gone on with it: it is not
      // here alone.
      if (reply.kind === 'answer' || (one.parked === null && reply.refusal.code === 'CONFLICT'))
        set(held.filter(({ id }) => id !== one.id))
      else
        set(held.map((other) => (other.id === one.id ? { ...other, refused: reply.refusal.message } : other)))
    }
  }

  /** One round at a time: a cart that is on its way is not sent beside itself. */
  async function sendAll(): Promise<void> {
    await running
    running ??= sendEach().finally(() => {
      running = null
    })
    await running
  }

  return {
    list: () => held,
    add(one: Held) {
      set([one, ...held])
      void sendAll()
    },
    sendAll,
    /** The page is being left: the next one reads the list, and goes on with it. */
    leave: () => {
      isLeft = true
    },
    drop: (id: string) => set(held.filter((one) => one.id !== id)),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** What a cart on the device came to. */
export const totalOfHeld = ({ lines, discount }: Held): number => totalsOf({ lines, discount }).total
