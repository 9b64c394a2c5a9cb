import type { Discount } from '@shirogane/contract/terms/sale-terms'
import { totalsOf, wholeLine } from '../cart/cart.ts'
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

/** What a cart on the device came to. */
export const totalOfHeld = ({ lines, discount }: Held): number => totalsOf({ lines, discount }).total
