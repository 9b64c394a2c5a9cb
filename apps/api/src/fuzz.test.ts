// Every call of the contract with what its schema allows, and with what it nearly allows: the server has a proper
// answer to all of it.
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import { callOf, type CallName, pathOf } from '@shirogane/contract/wire/calls'
import { commonErrors, type ErrorCode, errors } from '@shirogane/contract/wire/errors'
import { endpoints } from '@shirogane/contract'
import { nearly, type Known } from '@shirogane/testkit/asks/arbitraries'
import type { Caller, Reply } from '@shirogane/testkit/calls/caller'
import { castByRole, type CastName, castLogins, castRoles } from '@shirogane/testkit/cast'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { proveStaff } from '@shirogane/testkit/acts/let-in'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { isActOfStaff } from './http/acts-of-staff.ts'
import { openLog } from './log.ts'

/** The same requests every time, unless FUZZ_SEED is set. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261)
const asFitting = 24
const asNobody = 2
const atOnce = 6

let api: TestApi
let known: Known
/** What the log says of a failure, by the number of the request. */
const reasons = new Map<string, string>()

beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().trim().split('\n')) {
        const { request_id, message, code, stack } = JSON.parse(line) as Record<string, string>
        if (request_id) reasons.set(request_id, `${message ?? code}\n${stack}`)
      }
      done()
    },
  })
  api = await startApi({ log: openLog('error', destination) })
  const [clerk, hanako] = await Promise.all([api.as('clerk'), api.as('hanako')])
  await charge(api.db, hanako.user_id, 50_000)
  await grantPoints(api.db, hanako.user_id, 5_000)
  await sell(clerk, hanako, { amount: 1_100, tenders: { cash: 1_100 } })
  known = await findKnown()
})
afterAll(() => api.close())

async function findKnown(): Promise<Known> {
  const rows = await api.db.query<{ id: string }>(
    `(select id from skus order by sku limit 4) union all (select id from stores limit 2)
     union all (select id from registers limit 2) union all (select id from notifications limit 2)
     union all (select id from ledger.transactions order by id desc limit 6)
     union all (select id from users where username in ('yoko', 'takasaki', 'mirai'))`,
  )
  const { token, code } = await (await api.as('hanako')).get('users.token')
  const words = ['hanako', 'E0003', 'TSUKI01', 'RG001-11', '090-0000-1234', 'hanako@example.com', 'しろがね']
  return { ids: rows.map(({ id }) => id), words: [...words, token, code, '1', '100', 'name', 'all', 'csv'] }
}

const sessions = new Map<CastName, Promise<Caller>>()

/** A person for whom the call is; staff has just proved who they are, or most acts would end at that question. */
async function enter(name: CastName): Promise<Caller> {
  const caller = await api.signIn(name)
  if (castLogins[name].startsWith('E')) await proveStaff(caller)
  return caller
}

function playersOf({ who }: Endpoint): CastName[] {
  return castRoles.filter((role) => who.includes(role)).map((role) => castByRole[role])
}

function sessionOf(name: CastName | undefined): Promise<Caller> {
  if (name === undefined) return Promise.resolve(api.nobody)
  const session = sessions.get(name) ?? enter(name)
  sessions.set(name, session)
  return session
}

type Input = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

function inputsOf({ name, params, query, body }: Endpoint, count: number): Input[] {
  const part = (schema: z.core.$ZodType | undefined) =>
    schema
      ? nearly(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), known)
      : fc.constant(undefined)
  const whole = fc.record({ params: part(params), query: part(query), body: part(body) })
  const ofCall = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 1_000_003, seed)
  return fc.sample(whole, { seed: ofCall, numRuns: count }).map((one) => ({
    params: (one.params ?? {}) as Record<string, unknown>,
    query: (one.query ?? {}) as Record<string, unknown>,
    body: one.body,
  }))
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

function send(caller: Caller, { name, file, idempotent }: Endpoint, input: Input): Promise<Reply> {
  const { method, path } = callOf(name)
  // An address without it would be another call's.
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, textOf(input.params[key]) || ' ']),
  )
  const headers = idempotent ? { 'Idempotency-Key': randomUUID() } : {}
  if (file) return caller.call(name, { params, file: { bytes: Buffer.from(textOf(input.params)) }, headers })
  const query = new URLSearchParams(
    Object.entries(input.query).map(([key, value]): [string, string] => [key.toWellFormed(), textOf(value)]),
  )
  const url = `${pathOf(name, params)}${query.size > 0 ? `?${query.toString()}` : ''}`
  if (method === 'GET') return caller.send(method, url, { headers })
  return caller.send(method, url, {
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(input.body ?? {}),
  })
}

/**
 * What is wrong with an answer; null where it is as the contract has it. An answer that went well is compared with its
 * schema by the server, and is a fault where it differs.
 */
function faultOf({ name, errors: own }: Endpoint, { status, body, headers }: Reply): string | null {
  if (status < 400) return null
  const number = headers.get('x-request-id') ?? ''
  const { code, error, message, request_id, fields } = body as Record<string, unknown>
  if (status >= 500) return `${status} ${textOf(code)} ${reasons.get(number) ?? ''}`
  if (typeof code !== 'string' || !(code in errors)) return `${status} with the code ${textOf(code)}`
  const known = code as ErrorCode
  if (errors[known][0] !== status) return `${status} with ${code}`
  const isAsked = known === 'STEP_UP_REQUIRED' && isActOfStaff(name)
  if (!own.includes(known) && !commonErrors.includes(known) && !isAsked)
    return `${code}, which the contract does not name`
  if (typeof error !== 'string' || error !== message || /\{[^}]*\}/.test(error))
    return `${code} with the sentence ${textOf(error)}`
  if (request_id !== number) return `${code} with the number ${textOf(request_id)}`
  if (fields !== undefined && !Object.values(fields as object).every((one) => typeof one === 'string' && one))
    return `${code} with the fields ${textOf(fields)}`
  return null
}

async function tryCall(endpoint: Endpoint): Promise<string[]> {
  const names = playersOf(endpoint)
  const faults: string[] = []
  for (const [index, input] of inputsOf(endpoint, asFitting + asNobody).entries()) {
    const name = index < asFitting ? names[index % names.length] : undefined
    const reply = await send(await sessionOf(name), endpoint, input)
    // Some calls end sessions, the caller's own among them.
    if (name !== undefined && reply.status === 401) sessions.delete(name)
    const fault = faultOf(endpoint, reply)
    if (fault) faults.push(`${endpoint.name}: ${fault}\n    ${JSON.stringify(input).slice(0, 700)}`)
  }
  return faults
}

test(`the server has a word for whatever it is sent (FUZZ_SEED=${seed})`, async () => {
  // Those that end sessions and count logins come last: everybody else needs to be let in.
  const ends = (name: string) => Number(/^(?:auth|users)\./.test(name))
  const waiting = (Object.keys(endpoints) as CallName[]).sort((a, b) => ends(a) - ends(b))
  const faults: string[] = []
  const work = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      faults.push(...(await tryCall(endpoints[name])))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  expect(faults.sort(), `once more with FUZZ_SEED=${seed}`).toEqual([])
})
