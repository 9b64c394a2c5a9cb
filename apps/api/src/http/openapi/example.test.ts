import { endpoints } from '@shirogane/contract'
import type { CallName } from '@shirogane/contract/wire/calls'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import * as z from 'zod'
import { expect, test } from 'vitest'
import { exampleOf } from './example.ts'

const named = (Object.keys(endpoints) as CallName[]).map((name): Endpoint => endpoints[name])

test('every call with a body shows one that it takes: where the fields do not go together, the literal says one', () => {
  const without = named.filter((endpoint) => endpoint.body && exampleOf(endpoint) === undefined)
  expect(without.map(({ name }) => name)).toEqual([])
})

test('what a literal shows is taken', () => {
  const wrong = named.flatMap(({ name, body, example }) => {
    if (!example) return []
    const read = body ? z.safeParse(body, example) : undefined
    return read?.success
      ? []
      : [`${name}: ${read?.error.issues.map(({ path }) => path.join('.')).join(', ')}`]
  })
  expect(wrong).toEqual([])
})
