import { expect, test } from 'vitest'
import {
  daysOfText,
  type ProposedText,
  publishText,
  type PublishFacts,
  refuseText,
  type TextFacts,
} from './publish-text.ts'
import { textStates } from './text-states.ts'
import { personOf } from '../testing/access.ts'

const published: TextFacts = {
  today: '2031-03-01',
  versions: ['1.0', '1.9'],
  last_effective_on: '2030-01-01',
}
const law: ProposedText = { slug: 'law', version: '1.10', is_material: false, effective_on: '2031-03-02' }
const terms: ProposedText = { slug: 'tos', version: '2.0', is_material: true, effective_on: '2031-03-31' }

test.each<[string, ProposedText, Partial<TextFacts>, string | null]>([
  ['a version comes into force the day after', law, {}, null],
  ['1.10 comes after 1.9', law, { versions: ['1.9', '1.0'] }, null],
  ['the first of a text comes after none', law, { versions: [], last_effective_on: null }, null],
  ['a number that stands already is refused', law, { versions: ['1.10'] }, 'LEGAL_VERSION'],
  ['and one before it', { ...law, version: '1.8' }, {}, 'LEGAL_VERSION'],
  ['and one of an older generation', { ...law, version: '0.99' }, {}, 'LEGAL_VERSION'],
  [
    'which is said before its day',
    { ...law, version: '1.0', effective_on: '2031-01-01' },
    {},
    'LEGAL_VERSION',
  ],
  ['a day that has begun is over', { ...law, effective_on: '2031-03-01' }, {}, 'LEGAL_DATE'],
  ['nor does it share a day with one before it', law, { last_effective_on: '2031-03-02' }, 'LEGAL_DATE'],
  ['nor come before that', law, { last_effective_on: '2031-04-01' }, 'LEGAL_DATE'],
  ['but the day after', law, { last_effective_on: '2031-03-01' }, null],
  ['366 days ahead are the most', { ...law, effective_on: '2032-03-01' }, {}, null],
  ['a day more is too late', { ...law, effective_on: '2032-03-02' }, {}, 'LEGAL_TOO_LATE'],
  ['terms that matter are announced thirty days before', terms, {}, null],
  ['and not a day less', { ...terms, effective_on: '2031-03-30' }, {}, 'LEGAL_TOO_SOON'],
  ['a day that has begun is no matter of notice', { ...terms, effective_on: '2031-03-01' }, {}, 'LEGAL_DATE'],
  [
    'terms that do not matter need none',
    { ...terms, is_material: false, effective_on: '2031-03-02' },
    {},
    null,
  ],
  ['nor do other texts that do', { ...law, is_material: true }, {}, null],
  ['what comes later than the notice moves it', terms, { last_effective_on: '2031-03-31' }, 'LEGAL_DATE'],
])('%s', (_, text, change, expected) => {
  expect(refuseText(text, { ...published, ...change })).toBe(expected)
})

test('the days that are offered are those that are taken', () => {
  expect(daysOfText('tos', published)).toEqual({
    earliest: '2031-03-02',
    earliest_material: '2031-03-31',
    latest: '2032-03-01',
  })
  expect(daysOfText('law', published)).toMatchObject({ earliest_material: '2031-03-02' })
  for (const slug of ['tos', 'law'])
    for (const last_effective_on of [null, '2031-03-10', '2031-05-05']) {
      const facts = { ...published, last_effective_on }
      const { earliest, earliest_material, latest } = daysOfText(slug, facts)
      for (let day = 0; day < 400; day += 1) {
        const effective_on = new Date(Date.UTC(2031, 1, 20 + day)).toISOString().slice(0, 10)
        for (const is_material of [false, true])
          expect(refuseText({ slug, version: '3.0', is_material, effective_on }, facts) === null).toBe(
            effective_on >= (is_material ? earliest_material : earliest) && effective_on <= latest,
          )
      }
    }
})

const proposed: PublishFacts = {
  change: { ...law, status: 'requested', requested_by: 'author' },
  actor: personOf('accounting'),
  is_independent: true,
  text: published,
}
const publish = (change: Partial<PublishFacts>, employee_id = 'other') =>
  publishText({ ...proposed, ...change }, { employee_id })

test.each<[string, Partial<PublishFacts>, string]>([
  ['what was not proposed', { change: null }, 'NOT_FOUND'],
  ['what was decided on', { change: { ...proposed.change!, status: 'withdrawn' } }, 'CONFLICT'],
  [
    'what another part of the brand agrees to',
    { actor: personOf('manager'), is_independent: false },
    'FORBIDDEN',
  ],
  ['what one hand agrees to itself', { is_independent: false }, 'APPROVAL_LINKED'],
  ['a number that was published meanwhile', { text: { ...published, versions: ['1.10'] } }, 'LEGAL_VERSION'],
  ['a day that has begun meanwhile', { text: { ...published, today: '2031-03-02' } }, 'LEGAL_DATE'],
])('%s is not published', (_, change, code) => {
  expect(publish(change)).toEqual({ code })
})

test('nor what its author agrees to, who is told so before all but that it was decided', () => {
  expect(publish({ actor: personOf('manager') }, 'author')).toEqual({ code: 'APPROVAL_OWN' })
  const decided = { ...proposed.change!, status: 'approved' }
  expect(publish({ change: decided }, 'author')).toEqual({ code: 'CONFLICT' })
})

test('terms that matter are announced, and nothing else', () => {
  expect(publish({})).toEqual({ code: null, is_announced: false })
  const change = { ...terms, status: 'requested', requested_by: 'author' }
  expect(publish({ change })).toEqual({ code: null, is_announced: true })
  const plain = { ...change, is_material: false }
  expect(publish({ change: plain })).toEqual({ code: null, is_announced: false })
})

test('of each text the last version whose day has begun is in force', () => {
  const [begun, coming] = [
    { slug: 'law', has_begun: true },
    { slug: 'law', has_begun: false },
  ]
  const other = { slug: 'pp', has_begun: true }
  expect(textStates([])).toEqual([])
  expect(textStates([coming])).toEqual(['announced'])
  expect(textStates([coming, other, begun, begun])).toEqual(['announced', 'in_force', 'in_force', 'past'])
})
