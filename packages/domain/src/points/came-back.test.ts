import { expect, test } from 'vitest'
import { hasComeBack, type Namesake } from './came-back.ts'

const left = { has_left: true }
const stays = { has_left: false }

test.each<[string, Namesake[], boolean]>([
  ['whose number no other has proved is a newcomer', [], false],
  ['so is who shares it with members', [stays, stays], false],
  ['whose number was that of a member who left has come back', [left], true],
  ['also where others have it, too', [stays, left], true],
])('%s', (_, ofNumber, expected) => {
  expect(hasComeBack(ofNumber)).toBe(expected)
})
