import type { RegisterCustomer, Transaction } from '@shirogane/contract/resources/shapes'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { PayUpdateBody } from '@shirogane/contract/transactions/pay/update'
import type { ParkedSale, ResumedSale } from '@shirogane/contract/resources/sales/parked'
import type { ParkBody } from '@shirogane/contract/transactions/saved/park'
import type { UpdateParkedBody } from '@shirogane/contract/transactions/saved/update-parked'
import type { Held } from '../parked/held.ts'
import type { Reply } from './outcome.ts'
import { saleStorage } from './storage.ts'
import { createSaleMachine } from './sale-machine.ts'
import type { SaleMachine } from './sale-machine.ts'
import type { Refusal } from './sale-parts.ts'

export const cup: Sku = {
  id: 'cup',
  sku: 'SV-CUP-0042',
  barcode: '2000000000015',
  name: '鎚目ぐい呑み 純銀',
  price: 19_800,
  tax_rate: 1_000,
  picture: 'cup',
  photo: null,
  piece: false,
  active: true,
  not_returnable: null,
  silver: null,
}

export const customer = (balance = 12_480, point_balance = 3_215, rank = 1): RegisterCustomer => ({
  id: 'hanako',
  username: 'hanako',
  name: '例示 花子',
  avatar: null,
  level: { current_level: rank, name: rank === 1 ? 'つちめ' : 'いぶし', point_rate: 200 },
  wallet: { balance, point_balance },
  verified: true,
  kyc_status: 'none',
  later_total: 0,
  notes: [],
})

const lost = { kind: 'lost' } as const
const busy = { kind: 'lost', busy: { code: 'OVERLOADED', message: '混み合っています' } } as const
const refusal = (code: string): Reply<RegisterState, Refusal> => ({
  kind: 'refusal',
  refusal: { code, message: code },
})

type Sent = { call: 'pay' | 'payUpdate'; body: PayBody | PayUpdateBody; key: string }

/**
 * A server of a few lines that keeps the promises of the real one: one result per key, one completion per transaction.
 * `lose` makes the next answers vanish after the work was done, `drop` makes the calls vanish before.
 */
export function fakeServer() {
  const states = new Map<string, RegisterState>()
  const answers = new Map<string, Reply<RegisterState, Refusal>>()
  const sent: Sent[] = []
  const control = {
    lose: 0,
    drop: 0,
    /** The calls are turned away undone, and their states are answered. */
    isFull: false,
    /** The next answers never come. */
    hang: false,
    isCut: false,
    /** The device itself has no network, and knows it. */
    isOffline: false,
    refuse: null as string | null,
    price: 19_800,
    /** What a cart that was put aside was quoted at, where that is not the price of now. */
    quoted: null as number | null,
    member: customer(),
    /** A cart that is taken back is answered once this is. */
    resuming: null as Promise<void> | null,
    /** How far the server's clock is ahead of the register's, which may never have been set. */
    clockAheadMs: 0,
    /** What becomes of a large payment: its customer is asked, and the test answers for them. */
    confirmation: null as NonNullable<RegisterState['confirmation']>['state'] | null,
  }

  const stateOf = (
    id: string,
    status: RegisterState['status'],
    who: RegisterCustomer | null,
  ): RegisterState => ({
    status,
    transaction: { id, number: '20261121-KNZ1-0007', status: 'open', change: 0 } as unknown as Transaction,
    customer: who,
    claim_expires_at:
      status === 'open' ? new Date(Date.now() + control.clockAheadMs + 120_000).toISOString() : null,
    ...(status === 'open' && { claim_expires_in: 120 }),
    warnings: [],
  })

  const work = (call: Sent['call'], body: PayBody & PayUpdateBody): Reply<RegisterState, Refusal> => {
    if (control.refuse !== null) {
      const code = control.refuse
      control.refuse = null
      return refusal(code)
    }
    const id = body.transaction_id
    const before = states.get(id)
    if (body.tenders !== undefined) {
      if (call === 'payUpdate' && before === undefined) return refusal('TXN_NOT_FOUND')
      if (before !== undefined && !['open', 'pending_confirm'].includes(before.status))
        return refusal('PAYMENT_STATE')
      if (before !== undefined && control.confirmation === 'pending') {
        const asked = {
          ...before,
          status: 'pending_confirm',
          confirmation: { state: 'pending', balance: 12_000, points: 0, later: 0, expires_in: 60 },
        } as RegisterState
        states.set(id, asked)
        return { kind: 'answer', value: asked }
      }
      if (before !== undefined && control.confirmation === 'declined') {
        control.confirmation = null
        states.set(id, stateOf(id, 'open', before.customer))
        return refusal('PAY_CONFIRM_DECLINED')
      }
      if (control.confirmation === 'withdrawn') {
        control.confirmation = null
        return refusal('PAYMENT_CANCELED')
      }
      states.set(id, stateOf(id, 'completed', before?.customer ? customer(0, 500, 2) : null))
    } else if (call === 'pay') {
      const held = [...states.values()].find(
        ({ status, customer: who }) => status === 'open' && who?.id === control.member.id,
      )
      states.set(held?.transaction.id ?? id, held ?? stateOf(id, 'open', control.member))
      if (held) return { kind: 'answer', value: held }
    } else if (before === undefined) {
      return refusal('TXN_NOT_FOUND')
    } else {
      states.set(id, stateOf(id, body.status === 'cancelled' ? 'cancelled' : 'open', before.customer))
    }
    const value = states.get(id)
    return value ? { kind: 'answer', value } : refusal('TXN_NOT_FOUND')
  }

  const take = async (call: Sent['call'], body: PayBody | PayUpdateBody, key: string) => {
    sent.push({ call, body, key })
    if (control.isCut || control.drop > 0) {
      control.drop -= 1
      return lost
    }
    if (control.isFull) return busy
    const answer = answers.get(key) ?? work(call, body as PayBody & PayUpdateBody)
    if (answer.kind !== 'answer' || answer.value.status !== 'pending_confirm') answers.set(key, answer)
    if (control.hang) return new Promise<never>(() => {})
    if (control.lose > 0) {
      control.lose -= 1
      return lost
    }
    return answer
  }

  const items = new Map<string, string>()
  const parked = new Map<string, { version: number; body: Pick<ParkBody, 'items'> | UpdateParkedBody }>()
  const taken = new Set<string>()
  const parkedAnswer = (id: string): Reply<ParkedSale, Refusal> => ({
    kind: 'answer',
    value: { id, version: parked.get(id)?.version } as unknown as ParkedSale,
  })
  let report = () => {}
  let ids = 0
  const open = (): SaleMachine =>
    createSaleMachine({
      register_id: 'register-1',
      storage: saleStorage('register-1', {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      }),
      pay: (body, key) => take('pay', body, key),
      payUpdate: (body, key) => take('payUpdate', body, key),
      registerState: async (id) => {
        if (control.isCut) return lost
        const value = states.get(id)
        return value ? { kind: 'answer', value } : refusal('TXN_NOT_FOUND')
      },
      withdraw: async (id) => {
        control.confirmation = 'withdrawn'
        const { confirmation: _, ...open } = states.get(id)!
        const value: RegisterState = { ...open, status: 'open' }
        states.set(id, value)
        return { kind: 'answer', value }
      },
      skus: async () => [{ ...cup, price: control.price }],
      held: {
        read: () => JSON.parse(items.get('held') ?? '[]') as readonly Held[],
        write: (held) => void items.set('held', JSON.stringify(held)),
      },
      isOnline: () => !control.isOffline,
      now: () => Date.now(),
      park: async (body) => {
        if (control.isCut) return lost
        parked.set(body.id, { version: 1, body })
        return parkedAnswer(body.id)
      },
      updateParked: async (id, body) => {
        if (control.isCut) return lost
        parked.set(id, { version: body.version + 1, body })
        return parkedAnswer(id)
      },
      resume: async (id, version) => {
        await control.resuming
        if (control.isCut) return lost
        const found = parked.get(id)
        // A register that took it back a moment ago is answered once more.
        const isDone = taken.has(`${id} ${version}`) && found?.version === version + 1
        if (found === undefined || (found.version !== version && !isDone)) return refusal('CONFLICT') as never
        taken.add(`${id} ${version}`)
        parked.set(id, { ...found, version: version + 1 })
        const value = {
          parked: { id, name: '青い傘', version: version + 1, total: 19_800 },
          cart: { items: found.body.items },
          skus: [{ ...cup, price: control.quoted ?? control.price }],
          total: control.quoted ?? control.price,
          unavailable: [],
        }
        return { kind: 'answer', value: value as unknown as ResumedSale }
      },
      observe: () => ({
        reported: new Promise((resolve) => {
          report = resolve
        }),
        stop: () => {},
      }),
      newId: () => `id-${(ids += 1)}`,
    })
  const completions = () => [...states.values()].filter(({ status }) => status === 'completed').length
  const stored = () => items.get('shirogane.till.register-1') ?? ''
  return { open, control, parked, sent, states, completions, stored, items, report: () => report() }
}
