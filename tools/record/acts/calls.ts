import { createHash } from 'node:crypto'
import { endpoints } from '@shirogane/contract'
import { callOf } from '@shirogane/contract/wire/calls'
import { everyAsk } from '@shirogane/testkit/asks/every-ask'
import { type Column, columns } from '@shirogane/contract/wire/reach'
import { rowOf } from '@shirogane/testkit/asks/rights-table'
import { type Act, keptOf, type Stage } from '../act.ts'
import { widePicture } from '../picture.ts'
import type { World } from '../world.ts'

const served = new Set(['Y', 'own', 'pub', 'st', 'cl', 'SU'])
const staff = ['register', 'manager', 'admin'] as const

let current: World | null = null
const { asks, callerOf } = everyAsk(
  () => current!,
  () => Promise.resolve(widePicture()),
)
type Name = keyof typeof asks
/** When jobs last ran is of the process and its clock: there is nothing in it to compare. */
export const drawable = (Object.keys(asks) as Name[]).filter((name) => name !== 'admin.schedules')
const namesOf = ({ memory }: Stage) => memory.calls as readonly Name[]

/** One call that changes something with what is legal for it, by a caller with the right, and now and then by one without. */
async function oneCall(stage: Stage): Promise<void> {
  const { draw, world } = stage
  current = world
  const name = draw.pick(namesOf(stage).filter((one) => callOf(one).method !== 'GET'))
  const may = columns.filter((column) => served.has(rowOf(name)?.cells[column] ?? ''))
  const column: Column = may.length > 0 && draw.chance(0.75) ? draw.pick(may) : draw.pick(columns)
  const ask = await asks[name](column)
  await (await callerOf(column)).call(name, ask)
}

/** Every call in one order, so that a short recording too comes past each of them. */
function inTurnOf(stage: Stage): Name[] {
  const order = new Map(namesOf(stage).map((name) => [name, createHash('sha256').update(name).digest('hex')]))
  return namesOf(stage).toSorted((a, b) => (order.get(a)! < order.get(b)! ? -1 : 1))
}

/** The next call in turn: the first time by a caller with the right, after that by any. */
async function nextCall(stage: Stage): Promise<void> {
  const { draw, world } = stage
  current = world
  const turns = keptOf(stage, 'calls in turn')
  const inTurn = inTurnOf(stage)
  const name = inTurn[turns.length % inTurn.length]!
  const may = columns.filter((column) => served.has(rowOf(name)?.cells[column] ?? ''))
  const column: Column = turns.length < inTurn.length && may.length > 0 ? draw.pick(may) : draw.pick(columns)
  turns.push(name)
  const ask = await asks[name](column)
  await (await callerOf(column)).call(name, ask)
}

/** The desks that the table of rights has no column for. */
async function byOtherDesk(stage: Stage): Promise<void> {
  const { draw, world } = stage
  current = world
  const desk = draw.pick(['accountant', 'reviewer', 'otherManager', 'otherClerk'] as const)
  const name = draw.pick(namesOf(stage))
  const column = draw.pick([...staff, 'customer'] as const)
  const ask = await asks[name](column)
  await (await world.as(desk)).call(name, ask)
}

/** The same request twice, with one key and with a key for another wish. */
async function twice(stage: Stage): Promise<void> {
  const { draw, world } = stage
  current = world
  const name = draw.pick(namesOf(stage).filter((one) => 'idempotent' in endpoints[one]))
  const may = columns.filter((column) => served.has(rowOf(name)?.cells[column] ?? ''))
  const column = draw.pick(may.length > 0 ? may : columns)
  const ask = await asks[name](column)
  const by = await callerOf(column)
  const { headers: _, ...bare } = ask
  const keyed = { ...bare, headers: { 'Idempotency-Key': crypto.randomUUID() } }
  await by.call(name, keyed)
  await by.call(name, keyed)
  if (draw.chance(0.3)) await by.call(name, { ...bare, withKey: false })
}

/** A request that names a person or a thing that is not there. */
async function astray(stage: Stage): Promise<void> {
  const { draw, world } = stage
  current = world
  const name = draw.pick(namesOf(stage))
  const column = draw.pick(columns)
  const ask = await asks[name](column)
  const params = Object.fromEntries(Object.keys(ask.params ?? {}).map((key) => [key, crypto.randomUUID()]))
  const body = draw.chance(0.5) && ask.body ? { ...ask.body, unheard_of: 1 } : ask.body
  await (await callerOf(column)).call(name, { ...ask, params, ...(body !== undefined && { body }) })
}

export const calls: Act[] = [
  { weight: 50, name: 'the next call', run: nextCall },
  { weight: 8, name: 'a call that changes something', run: oneCall },
  { weight: 2, name: 'a call of another desk', run: byOtherDesk },
  { weight: 2, name: 'a call twice', run: twice },
  { weight: 2, name: 'a call astray', run: astray },
]
