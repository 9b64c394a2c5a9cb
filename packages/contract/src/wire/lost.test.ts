import { expect, expectTypeOf, test } from 'vitest'
import { endpoints } from '../generated/endpoints.ts'
import { type Endpoint, type endpoint, lostOf } from './endpoint.ts'

const all: readonly Endpoint[] = Object.values(endpoints)
const isGet = ({ call }: Endpoint): boolean => call.startsWith('GET ')

test('every act says how a lost answer is found again, and what only reads says nothing of it', () => {
  const silent = all.filter((one) => !isGet(one) && one.reads !== true && lostOf(one) === null)
  const talking = all.filter((one) => (isGet(one) || one.reads === true) && lostOf(one) !== null)
  expect([...silent, ...talking].map(({ name }) => name)).toEqual([])
})

test('an act that cannot be sent again names the call that tells, and one with a key needs none', () => {
  const known = new Set(all.map(({ name }) => name))
  const wrong = all.filter(({ lost }) => typeof lost === 'object' && !known.has(lost.ask))
  expect(wrong).toEqual([])
  const [charge, request, me]: readonly Endpoint[] = [
    endpoints['transactions.charge'],
    endpoints['users.kycRequest'],
    endpoints['users.me'],
  ]
  expect([charge, request, me].map((one) => one && lostOf(one))).toEqual(['key', { ask: 'users.kyc' }, null])
})

test('an act without a word about it is no endpoint', () => {
  type Definition = Parameters<typeof endpoint>[0]
  type Without = Omit<(typeof endpoints)['users.kycRequest'], 'lost' | 'who'>
  expectTypeOf<Without>().not.toExtend<Definition>()
  expectTypeOf<Without & { lost: 'again' }>().toExtend<Definition>()
  expectTypeOf<Without & { lost: 'key' }>().not.toExtend<Definition>()
  type Read = Omit<(typeof endpoints)['users.me'], 'who'>
  expectTypeOf<Read>().toExtend<Definition>()
  expectTypeOf<Read & { lost: 'again' }>().not.toExtend<Definition>()
})
