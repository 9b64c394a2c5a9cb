// Unseen marks stay out of all texts that people write for others: every string of every input is tried.
import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '../generated/endpoints.ts'

type Leaf = { at: string; schema: z.core.$ZodType }
type Def = {
  type: string
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  in?: z.core.$ZodType
  getter?: () => z.core.$ZodType
  options?: z.core.$ZodType[]
  items?: z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
}
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def

function leavesOf(schema: z.core.$ZodType | undefined, at: string, seen: Set<z.core.$ZodType>): Leaf[] {
  if (!schema || seen.has(schema)) return []
  const def = defOf(schema)
  const within = new Set(seen).add(schema)
  const inside = (part: z.core.$ZodType | undefined, name = ''): Leaf[] =>
    leavesOf(part, `${at}${name}`, within)
  if (def.type === 'string') return [{ at, schema }]
  // What is made of a text afterwards is part of how it is read.
  if (def.type === 'pipe' && def.in && defOf(def.in).type === 'string') return [{ at, schema }]
  return [
    ...inside(def.innerType),
    ...inside(def.in),
    ...inside(def.getter?.()),
    ...inside(def.element, '[]'),
    ...inside(def.keyType, '{key}'),
    ...inside(def.valueType, '{}'),
    ...[...(def.options ?? []), ...(def.items ?? [])].flatMap((one) => inside(one)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, one]) => inside(one, `.${name}`)),
  ]
}

const inputs = Object.values(endpoints).flatMap((endpoint) => {
  const { name, body } = endpoint as { name: string; body?: z.core.$ZodType }
  return leavesOf(body, name, new Set())
})

/** Texts that some field or other takes, to have marks put into. */
const plain = [
  '銀の輪',
  'ギンノワ',
  'ギンノワ ギン',
  'Gin no wa',
  'gin_no_wa',
  '1234567',
  '2026-11-24',
  'gin@example.jp',
  'RG001-11',
]
const marks = [
  '\u0007\u007f\u0085\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u200e\u200f',
  '\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069',
  '\u206a\u206f\u2800\u3164\ufe0f\ufe00\ufeff\uffa0\ufff9\ufffa\ufffb\u{e0001}\u{e0041}\u{e007f}\u{e0100}',
].flatMap((row) => [...row])

/** What comes as it is, and why no person reads it: everything else is read by a person. */
const unread: readonly [reason: string, names: RegExp][] = [
  [
    'a secret or a code, which is compared with what is kept',
    /\.(?:(?:current_)?password|pin|code|flow|token|refresh_token|client_assertion|gateway_token|work|ref|to|from)$/,
  ],
  ['what a device signed', /\.credential\.|\.clientExtensionResults/],
  ['what a login or an invitation is looked up by', /\.(?:credential|username|store_ref|affiliate_code)$/],
  ['what the screen showed before, which must be what is kept', /\.before(?:\.\w+(?:\[\])?)?$/],
  [
    'the name of a version or of a picture, which must be one that there is',
    /\.(?:version|terms_version|avatar)$/,
  ],
  [
    'figures and addresses, which a reader takes out of it before they are kept (`inputs.ts`, `kana.ts`)',
    /\.(?:date_of_birth|email|symbol|number|account_number|account_name_kana)$/,
  ],
  ['the terms of an act, which are cleaned as a whole', /^approvals\.ask\.subject\{/],
]

const keepsMark = ({ schema }: Leaf): boolean =>
  plain.some((text) =>
    marks.some((mark) => {
      // Not behind a sign that such a mark may belong to.
      const result = z.safeParse(schema, `${text.slice(0, 2)}\u0020${mark}${text.slice(2)}`)
      const inside = z.safeParse(schema, `${text.slice(0, 2)}${mark}${text.slice(2)}`)
      return (
        (result.success && String(result.data).includes(mark)) ||
        (inside.success && !/[\ufe00-\ufe0f\u{e0100}]/u.test(mark) && String(inside.data).includes(mark))
      )
    }),
  )

const keeping = [...new Set(inputs.filter(keepsMark).map(({ at }) => at))]

test('every text of every input is without what nobody sees', () => {
  expect(inputs.length).toBeGreaterThan(400)
  expect(keeping.filter((at) => !unread.some(([, names]) => names.test(at)))).toEqual([])
})

test.each(unread)('%s: there are such', (_reason, names) =>
  expect(keeping.some((at) => names.test(at))).toBe(true),
)

test('the terms of an act that somebody is to approve are shown as they are', () => {
  const schema = endpoints['approvals.ask'].body
  const subject = { note: '\u202e円000,1', lines: [{ name: '銀\u200bの輪' }], amount: 1_000 }
  const body = { kind: 'void', subject, amount: null, reason: '\u2066誤打' }
  expect(z.parse(schema, body)).toMatchObject({
    subject: { note: '円000,1', lines: [{ name: '銀の輪' }], amount: 1_000 },
    reason: '誤打',
  })
})

test.each([
  ['contacts.create.message', '👩🏽\u200d💻 と❤️\u200d🔥と葛\u{e0100}城の 1\ufe0f\u20e3'],
  ['admin.updateContact.note', '🏳\ufe0f\u200d🌈'],
])('%s keeps what belongs to the sign before it', (name, text) => {
  const schema = inputs.find(({ at }) => at === name)?.schema
  expect(schema && z.parse(schema, `銀の輪を買いました。${text}`)).toBe(`銀の輪を買いました。${text}`)
})
