import fc from 'fast-check'

/** What of JSON Schema the contract's shapes come to. */
type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

export type Known = {
  /** Ids of things that exist, beside those that do not. */
  ids: readonly string[]
  /** Words that mean something somewhere: a name, a number, a code. */
  words: readonly string[]
}

/** What no honest client sends, and what none of them means: it may be refused, and nothing else may come of it. */
const nasty = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' ',
  '１２３４',
  '-1',
  '0.5',
  '1e3',
  '0x10',
  'NaN',
  '10000000000',
  10 ** 10,
  2 ** 53,
  -(2 ** 31) - 1,
  1e308,
  -1,
  0,
  0.5,
  -0,
  'a\u0000b',
  '\ud800',
  'a\udc00\ud83d',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦𠮷が',
  "'; drop table users; --",
  '%',
  '\\',
  '_%\\_',
  '../../etc/passwd',
  'null',
  'constructor',
  '__proto__',
  '=1+1',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  'あ'.repeat(300),
  'x'.repeat(5_000),
  [],
  {},
  [[[[]]]],
  ['x'],
  Array.from({ length: 400 }, () => 1),
  { toString: 'x', valueOf: 1, length: -1 },
  JSON.parse('{"__proto__":{"type":"owner"},"constructor":{"prototype":{"x":1}}}') as unknown,
)

/**
 * Values that fit a schema, or nearly: each part of one is now and then something nasty, and an object has now and then a
 * key too many or too few.
 */
export function nearly(schema: object, known: Known): fc.Arbitrary<unknown> {
  const root = schema as JsonSchema

  /** @param depth what refers to itself ends somewhere */
  function arbitraryOf(part: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    return fc.oneof({ weight: 16, arbitrary: fitting(part, depth) }, { weight: 1, arbitrary: nasty })
  }

  function fitting(part: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if (depth > 6) return fc.constant(null)
    if (part.$ref !== undefined) return arbitraryOf(resolve(part.$ref), depth + 1)
    if (part.const !== undefined) return fc.constant(part.const)
    if (part.enum) return fc.constantFrom(...part.enum)
    const choices = part.anyOf ?? part.oneOf
    if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, depth + 1)))
    if (part.allOf) return fc.tuple(...part.allOf.map((one) => arbitraryOf(one, depth + 1))).map(merged)
    if (part.type === 'object') return objectOf(part, depth)
    if (part.type === 'array') return arrayOf(part, depth)
    if (part.type === 'integer' || part.type === 'number') return numberOf(part)
    if (part.type === 'string') return textOf(part, known)
    if (part.type === 'boolean') return fc.boolean()
    if (part.type === 'null') return fc.constant(null)
    return fc.oneof(nasty, fc.constantFrom(...known.words))
  }

  function resolve(ref: string): JsonSchema {
    if (ref === '#') return root
    const name = ref.replace('#/$defs/', '')
    const found = root.$defs?.[name]
    if (!found) throw new Error(`There is no ${ref} in the schema`)
    return found
  }

  function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number) {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field, depth + 1)]),
    )
    const whole = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
    const more =
      typeof additionalProperties === 'object'
        ? fc.dictionary(fc.constantFrom(...known.words), arbitraryOf(additionalProperties, depth + 1), {
            maxKeys: 3,
          })
        : fc.constant({})
    const spoil = fc.oneof(
      { weight: 20, arbitrary: fc.constant((value: object) => value) },
      { weight: 1, arbitrary: nasty.map((one) => (value: object) => ({ ...value, extra: one })) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...Object.keys(fields), 'nothing')
          .map(
            (gone) => (value: object) =>
              Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone)),
          ),
      },
    )
    return fc.tuple(whole, more, spoil).map(([value, others, change]) => change({ ...others, ...value }))
  }

  function arrayOf({ items, prefixItems, minItems = 0, maxItems = 4 }: JsonSchema, depth: number) {
    if (prefixItems) return fc.tuple(...prefixItems.map((item) => arbitraryOf(item, depth + 1)))
    return fc.array(arbitraryOf(items ?? {}, depth + 1), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 4)),
    })
  }

  return fitting(root, 0)
}

const merged = (parts: unknown[]): unknown =>
  parts.every((part) => typeof part === 'object' && part !== null) ? Object.assign({}, ...parts) : parts[0]

function numberOf({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema) {
  const min = Math.max(minimum ?? (exclusiveMinimum ?? -1_000) + 1, -(2 ** 53) + 1)
  const max = Math.max(min, Math.min(maximum ?? (exclusiveMaximum ?? 2 ** 53) - 1, 2 ** 53 - 1))
  const edges = fc.constantFrom(min, max, min - 1, max + 1)
  const small = fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, min + 20_000)) })
  return fc.oneof(
    { weight: 6, arbitrary: small },
    { weight: 1, arbitrary: edges },
    ...(type === 'number' ? [{ weight: 1, arbitrary: fc.double({ min, max, noNaN: true }) }] : []),
  )
}

const units = ['grapheme-composite', 'binary'] as const

// For the first text of a unit the library lists every character there is. That takes up to a second, and a server in the
// same process would stand still with it.
for (const unit of units) fc.string({ unit })

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema, { ids, words }: Known) {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === 'date') return fc.constantFrom('2026-04-01', '2025-12-31', '1990-02-28', '2027-02-29')
  if (format === 'date-time') return fc.constantFrom('2026-04-01T00:00:00.000Z', '2025-12-31T23:59:59+09:00')
  const some = fc.constantFrom(...words, ...ids)
  if (pattern !== undefined) return fc.oneof(matching(pattern), some)
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  const edge = fc.constant('あ'.repeat(Math.min(maxLength, 3_000)))
  return fc.oneof(
    { weight: 4, arbitrary: some },
    ...units.map((unit) => ({ weight: 2, arbitrary: fc.string({ ...size, unit }) })),
    { weight: 1, arbitrary: edge },
  )
}

/** Texts of a pattern; what the library cannot read of one is tried with what fits nowhere. */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    const texts = fc.stringMatching(new RegExp(pattern))
    fc.sample(texts, { numRuns: 1, seed: 1 })
    return texts
  } catch {
    return fc.string({ maxLength: 30 })
  }
}
