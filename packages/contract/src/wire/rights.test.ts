import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '../generated/endpoints.ts'
import { type Caller, employeeTypes, holds, type Right, rights, rolesOf, signedIn } from './rights.ts'

const names = Object.keys(rights) as Right[]
const holdersOf = (right: Right): readonly Caller[] => rolesOf(right)
const everyRole: readonly Caller[] = ['anonymous', ...signedIn]

test('a right is held by a role: give it to one, or take its row out', () => {
  expect(names.filter((right) => holdersOf(right).length === 0)).toEqual([])
})

test('the roles of a right are known, each named once, and stand in the order of all callers', () => {
  const wrong = names.filter(
    (right) => String(rolesOf(right)) !== String(everyRole.filter((role) => holds(role, right))),
  )
  expect(wrong).toEqual([])
})

test('a call names a right of the table, and serves the roles that hold it', () => {
  const wrong = Object.values(endpoints).flatMap(({ name, right, who }) => {
    if (!names.includes(right)) return [`${name} asks for ${right}, which is no row of rights.ts`]
    return who === rolesOf(right) ? [] : [`${name} serves other roles than hold ${right}`]
  })
  expect(wrong).toEqual([])
})

test('a right says in a sentence what it allows: a comment above its row', () => {
  const lines = readFileSync(new URL('rights.ts', import.meta.url), 'utf8').split('\n')
  const silent = names.filter((right) => {
    const at = lines.findIndex((line) => line.startsWith(`  ${right}: `) || line.startsWith(`  '${right}': `))
    return !/^ {2}\/\*\* [A-Z].*\. \*\/$/.test(lines[at - 1] ?? '')
  })
  expect(silent).toEqual([])
})

/** What a page that one right opens asks for besides. */
const askedWith: Partial<Record<Right, readonly Right[]>> = {
  'reports.read': ['day.read', 'staff.read'],
  'books.read': ['schedules.read'],
  'log.read': ['sales.read'],
}

test('who may open a page may ask what it asks: give a role of the first right the others, too', () => {
  const refused = Object.entries(askedWith).flatMap(([opens, asks]) =>
    employeeTypes
      .filter((type) => holds(type, opens as Right))
      .flatMap((type) =>
        asks.filter((right) => !holds(type, right)).map((right) => `${type}: ${opens}, not ${right}`),
      ),
  )
  expect(refused).toEqual([])
})

test('a role of staff does something', () => {
  expect(employeeTypes.filter((type) => !names.some((right) => holds(type, right)))).toEqual([])
})
