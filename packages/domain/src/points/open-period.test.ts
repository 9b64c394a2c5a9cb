import { expect, test } from 'vitest'
import { type GivenGift, openPeriod } from './open-period.ts'

const taken = (id: string): GivenGift => ({ id, is_taken_back: true })
const stands = (id: string): GivenGift => ({ id, is_taken_back: false })

test.each<[string, string, GivenGift[], string | null]>([
  ['what was never given is given under its own period', 'once', [], 'once'],
  ['so is what is given once for ever', '', [], ''],
  ['what stands is not given again', '2026', [stands('first')], null],
  ['what went back is given anew under a period that names it', 'once', [taken('first')], 'once:first'],
  ['and of all that went back the last is named', 'once', [taken('first'), taken('second')], 'once:second'],
  ['the second stands, whatever became of the first', 'once', [taken('first'), stands('second')], null],
])('%s', (_, period, given, open) => {
  expect(openPeriod(period, given)).toBe(open)
})
