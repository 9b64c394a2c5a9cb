import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import * as z from 'zod'
import { exampleValues } from './example-values-text.ts'

type Json = Record<string, unknown>

const byFormat: Readonly<Record<string, string>> = {
  uuid: '01929f5e-7a10-7cc3-98c4-dc0c0c07398f',
  'date-time': '2026-11-28T03:00:00.000Z',
  date: '2026-11-28',
  email: 'hanako@example.com',
  uri: 'https://example.com/',
}

/**
 * A body that the call takes: the one of its literal, else every field with what a field of its name usually holds, or those
 * that are required alone where not all go together. Undefined where none of these is taken.
 */
export function exampleOf({ body, example }: Endpoint): unknown {
  if (!body) return undefined
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Json
  const bodies = [example, valueOf(schema, '', 'all'), valueOf(schema, '', 'required')]
  return bodies.find((one) => one !== undefined && z.safeParse(body, one).success)
}

type Fields = 'all' | 'required'

function valueOf(schema: Json, name: string, fields: Fields): unknown {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (choices) return valueOf(choices[0]!, name, fields)
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, fields)
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 0)) }, () =>
        valueOf((schema['items'] ?? {}) as Json, name, fields),
      )
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'string':
      return textOf(schema, name)
    default:
      return null
  }
}

function objectOf(schema: Json, fields: Fields): Json {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const keys = fields === 'all' ? Object.keys(properties) : required
  return Object.fromEntries(keys.map((key) => [key, valueOf(properties[key] ?? {}, key, fields)]))
}

function numberOf(schema: Json, name: string): number {
  const usual = exampleValues[name]
  const least = Number(schema['minimum'] ?? 0)
  const most = Number(schema['maximum'] ?? Number.MAX_SAFE_INTEGER)
  return typeof usual === 'number' && usual >= least && usual <= most ? usual : least
}

function textOf(schema: Json, name: string): string {
  const usual = exampleValues[name]
  return typeof usual === 'string' ? usual : (byFormat[String(schema['format'])] ?? 'text')
}
