import { endpoints } from '@shirogane/contract'
import { callOf, type CallName, calls } from '@shirogane/contract/wire/calls'
import { type Endpoint, lostOf } from '@shirogane/contract/wire/endpoint'
import { commonErrors, type ErrorCode, errors, keyErrors } from '@shirogane/contract/wire/errors'
import { serverEvents } from '@shirogane/contract/wire/events'
import { limits } from '@shirogane/contract/rules/limits'
import * as z from 'zod'
import { isActOfStaff } from '../acts-of-staff.ts'
import { exampleOf } from './example.ts'
import { groupOf, groups } from './openapi-groups-text.ts'
import { anyShape, shapes } from './openapi-shapes.ts'
import { guide, text } from './openapi-text.ts'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document: made from the same table as the routes, so it cannot say anything else. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const name of Object.keys(endpoints) as CallName[]) {
    const { method, path } = callOf(name)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoints[name]) }
  }
  const events = Object.entries(serverEvents).map(([name, schema]) => [
    `event_${name}`,
    schemaOf(schema, 'output'),
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Shirogane API', version: '1.0.0', description: guide },
    servers: [{ url: '/' }],
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema, ...parts, ...Object.fromEntries(events) },
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: text.error },
    message: { type: 'string', description: text.message },
    code: { type: 'string', enum: Object.keys(errors) },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: text.fields },
    request_id: { type: 'string' },
  },
}

function operationOf(endpoint: Endpoint): Json {
  const needsToken = !endpoint.who.includes('anonymous')
  return {
    operationId: endpoint.name,
    tags: [groupOf(callOf(endpoint.name).path)],
    summary: endpoint.summary,
    description: text.whoMayCall(endpoint.who),
    ...(needsToken && { security: [{ bearer: [] }] }),
    parameters: parametersOf(endpoint),
    ...lostAnswerOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaOf(endpoint.body, 'input'), example: exampleOf(endpoint) },
        },
      },
    }),
    ...(endpoint.file && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { file: { type: 'string', format: 'binary', maxLength: endpoint.file.bytesMax } },
              required: ['file'],
            },
          },
        },
      },
    }),
    responses: {
      [endpoint.status]: {
        description: text.success,
        ...(endpoint.status !== 204 && {
          content: endpoint.media
            ? { [endpoint.media]: { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
        }),
      },
      ...(endpoint.accepted !== undefined && {
        202: {
          description: endpoint.accepted,
          content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
        },
      }),
      ...refusalsOf(endpoint, needsToken),
    },
  }
}

const clientHeaders: Record<
  NonNullable<Endpoint['headers']>[number],
  { value: string; description: string }
> = {
  'X-Client-Type': {
    value: 'api',
    description: text.clientType,
  },
  'X-Requested-By': {
    value: 'app',
    description: text.requestedBy,
  },
}

/** For programs: `key`, `again`, `anew`, `next`, or the call that tells whether an act happened that is good once. */
function lostAnswerOf(endpoint: Endpoint): Json {
  const lost = lostOf(endpoint)
  if (lost === null) return {}
  return { 'x-lost-answer': typeof lost === 'string' ? lost : calls[lost.ask] }
}

function parametersOf(endpoint: Endpoint): Json[] {
  const from = (schema: Endpoint['params'], place: 'path' | 'query'): Json[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, value]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: value,
    }))
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: endpoint.idempotent === true,
    description: text.key(endpoint.idempotent === true),
    schema: {
      type: 'string',
      minLength: limits.idempotencyKeyMin,
      maxLength: limits.idempotencyKeyMax,
      pattern: '^[!-~]+$',
    },
  }
  const own = (endpoint.headers ?? []).map((name) => ({
    name,
    in: 'header',
    required: false,
    description: clientHeaders[name].description,
    schema: { type: 'string', enum: [clientHeaders[name].value] },
  }))
  return [
    ...from(endpoint.params, 'path'),
    ...from(endpoint.query, 'query'),
    ...own,
    ...(endpoint.idempotent ? [key] : []),
  ]
}

function refusalsOf(endpoint: Endpoint, needsToken: boolean): Record<string, Json> {
  const signedInOnly = new Set<ErrorCode>(['AUTH_REQUIRED', 'AUTH_SESSION_EXPIRED', 'FORBIDDEN'])
  const common = commonErrors.filter(
    (code) => (needsToken || !signedInOnly.has(code)) && (code !== 'PAN_REFUSED' || endpoint.body),
  )
  const act: ErrorCode[] = isActOfStaff(endpoint.name) ? ['STEP_UP_REQUIRED'] : []
  const keyed = endpoint.idempotent ? keyErrors : []
  const byStatus = Map.groupBy(
    new Set([...endpoint.errors, ...common, ...act, ...keyed]),
    (code) => errors[code][0],
  )
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\` ${errors[code][1]}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

/** The shapes that the document writes down once, by their names. */
const parts: Record<string, Json> = {}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const whole = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    metadata: io === 'output' ? shapes : anyShape,
    override: ({ jsonSchema }) => shorten(jsonSchema),
  }) as Json
  // A reader of OpenAPI looks for references from the root of the document, not from the root of the schema.
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & {
    $defs?: Record<string, Json>
  }
  Object.assign(parts, $defs)
  return rest
}

/** Leaves out what says nothing more: the letters of a uuid or a date, and how far a computer counts. */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
