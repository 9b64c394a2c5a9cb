import { randomUUID } from 'node:crypto'
import type { CallName } from '@shirogane/contract/wire/calls'
import type { Caller, Reply } from '@shirogane/testkit/calls/caller'
import { castLogins, type CastName } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import type { Draw } from './draw.ts'
import type { World } from './world.ts'

/** A sale that was settled, as the acts after it come back to it. */
export type Sold = { id: string; by: CastName; customer: Member | null; total: number; lines: number }
/** What the acts remember of each other. */
export type Memory = {
  sales: Sold[]
  /** Movements at a register that can be taken back. */
  granted: { id: string; by: CastName }[]
  charges: { id: string; member: Member }[]
  parked: { id: string; version: number; items: object[]; total: number }[]
  articles: { id: string; price: number; by_weight: boolean }[]
  stores: Record<string, string>
  /** The calls that are drawn from, in their order. */
  calls: readonly CallName[]
  /** What an area keeps for itself. */
  kept: Map<string, string[]>
}
export const newMemory = (calls: readonly CallName[]): Memory => ({
  sales: [],
  granted: [],
  charges: [],
  parked: [],
  articles: [],
  stores: {},
  calls,
  kept: new Map(),
})

export const members = ['hanako', 'kyoko', 'takasaki', 'yoko', 'mirai'] as const
export type Member = (typeof members)[number]
export const registers = ['clerk', 'clerk', 'clerk', 'manager', 'otherClerk', 'otherManager'] as const

/** What an act has at hand. */
export type Stage = { world: World; draw: Draw; memory: Memory }

export type Act = { weight: number; name: string; run: (stage: Stage) => Promise<void> }

export const keyed = <T extends object>(body: T) => ({ body, headers: { 'Idempotency-Key': randomUUID() } })

/** The body of an answer that went well, null where it was refused: the recording holds which. */
export function well<T>(reply: Reply): T | null {
  return reply.status < 300 ? (reply.body as T) : null
}

export async function ask<T>(caller: Caller, name: CallName, given = {}): Promise<T | null> {
  return well<T>(await caller.call(name, given))
}

/** The customer answers what their phone asks, where it asks something. */
export async function answerPhone(customer: Caller, agrees: boolean): Promise<boolean> {
  const asked = await ask<{ confirmation: { id: string } | null }>(customer, 'transactions.confirmation')
  const id = asked?.confirmation?.id
  if (id === undefined) return false
  if (agrees)
    await customer.call('auth.stepUp', {
      body: { method: 'password', purpose: 'pay', ref: id, password: castPassword },
    })
  await customer.call('transactions.confirm', {
    params: { id },
    body: { decision: agrees ? 'approve' : 'decline' },
  })
  return agrees
}

/** Sends a call that may have to wait for the customer's yes; after it, the same is sent again. */
export async function untilAgreed(
  { draw }: Stage,
  register: Caller,
  { name, ask: given, customer }: { name: CallName; ask: object; customer: Caller | null },
): Promise<Reply> {
  const first = await register.call(name, given)
  const isWaiting =
    first.status === 202 || (first.body as { status?: string } | null)?.status === 'pending_confirm'
  if (!isWaiting || !customer) return first
  if (draw.chance(0.1)) return first
  const agreed = await answerPhone(customer, draw.chance(0.9))
  return agreed ? register.call(name, given) : first
}

export async function codeOf(customer: Caller): Promise<string> {
  const code = await ask<{ token: string }>(customer, 'users.token')
  return code?.token ?? 'none'
}

export function recentOf<T>({ draw }: Stage, from: readonly T[], within = 30): T | null {
  if (from.length === 0) return null
  return from[draw.int(Math.max(0, from.length - within), from.length - 1)] ?? null
}

export async function storeOf({ world, memory }: Stage, code = 'KNZ1'): Promise<string> {
  if (memory.stores[code] === undefined) {
    const rows = await world.db.query<{ code: string; id: string }>(
      'select code, id from stores order by code',
    )
    memory.stores = Object.fromEntries(rows.map(({ code, id }) => [code, id]))
  }
  return memory.stores[code] ?? ''
}
export const homeOf = (by: CastName): string => (by.startsWith('other') ? 'KRM1' : 'KNZ1')

/** The colleagues whom a clerk asks for an approval, and the PINs with which these approve on their own device. */
export function headOf(by: CastName): 'manager' | 'otherManager' | 'owner' {
  if (by === 'manager' || by === 'otherManager') return 'owner'
  return by.startsWith('other') ? 'otherManager' : 'manager'
}
const digits = '602938'

/** A colleague approves on their own device. */
export async function agreesTo({ world }: Stage, by: CastName, id: string): Promise<void> {
  const decider = await world.as(by)
  await decider.call('users.pin', { body: { current_password: castPassword, pin: digits } })
  await decider.call('approvals.decide', { params: { id }, body: { decision: 'approve', pin: digits } })
}

/** Asks for a second person's approval, who mostly gives it: beside the register, or on a device of their own. */
export async function approvalOf(
  stage: Stage,
  by: CastName,
  asked: { kind: string; subject: object; amount: number | null; reason?: string },
): Promise<{ approval_id?: string }> {
  const { world, draw } = stage
  const [asking, head] = [await world.as(by), headOf(by)]
  const made = await ask<{ id: string }>(asking, 'approvals.ask', { body: asked })
  if (!made) return {}
  const { id } = made
  const params = { id }
  await draw
    .weighted([
      {
        weight: 6,
        run: () =>
          asking.call('approvals.witness', {
            params,
            body: { employee_id: castLogins[head], password: castPassword },
          }),
      },
      { weight: 3, run: () => agreesTo(stage, head, id) },
      {
        weight: 1,
        run: async () =>
          (await world.as(head)).call('approvals.decide', {
            params,
            body: { decision: 'decline', note: '金額を確かめて' },
          }),
      },
      { weight: 1, run: () => asking.call('approvals.cancel', { params }) },
    ])
    .run()
  if (draw.chance(0.3)) await asking.call('approvals.show', { params })
  return { approval_id: id }
}

/** An employee proves once more who they are, for one act. */
export async function proveBy(by: Caller, purpose: string, ref?: string): Promise<void> {
  await by.call('auth.stepUp', {
    body: { method: 'password', purpose, password: castPassword, ...(ref !== undefined && { ref }) },
  })
}

/** Ids that an act keeps for those of its area that come after it. */
export function keptOf({ memory }: Stage, name: string): string[] {
  const kept = memory.kept.get(name) ?? []
  memory.kept.set(name, kept)
  return kept
}
