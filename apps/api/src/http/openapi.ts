import { endpoints } from '@shirogane/contract'
import { callOf, type CallName } from '@shirogane/contract/calls'
import type { Endpoint } from '@shirogane/contract/endpoint'
import { commonErrors, type ErrorCode, errors } from '@shirogane/contract/errors'
import * as z from 'zod'
import { isActOfStaff } from './acts-of-staff.ts'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document: made from the same table as the routes, so it cannot say anything else. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const name of Object.keys(endpoints) as CallName[]) {
    const { method, path } = callOf(name)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoints[name]) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Shirogane API',
      version: '1.0.0',
      description:
        '金額は円、ポイントはポイント単位の整数です。日時はUTCのISO 8601、営業日は日本時間のYYYY-MM-DDです。失敗の理由は `code` で判別してください。',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: errorSchema, ...parts },
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: '画面に表示できる文' },
    message: { type: 'string', description: 'errorと同じ文' },
    code: { type: 'string', enum: Object.keys(errors) },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: '入力項目ごとの文' },
    request_id: { type: 'string' },
  },
}

function operationOf(endpoint: Endpoint): Json {
  const needsToken = !endpoint.who.includes('anonymous')
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    description: `利用できる人: ${endpoint.who.join(', ')}`,
    ...(needsToken && { security: [{ bearer: [] }] }),
    parameters: parametersOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input', endpoint.name) } },
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
        description: '成功',
        ...(endpoint.status !== 204 && {
          content: endpoint.media
            ? { [endpoint.media]: { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: schemaOf(endpoint.output, 'output', endpoint.name) } },
        }),
      },
      ...(endpoint.accepted !== undefined && {
        202: {
          description: endpoint.accepted,
          content: { 'application/json': { schema: schemaOf(endpoint.output, 'output', endpoint.name) } },
        },
      }),
      ...refusalsOf(endpoint, needsToken),
    },
  }
}

function parametersOf(endpoint: Endpoint): Json[] {
  const from = (schema: Endpoint['params'], place: 'path' | 'query'): Json[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input', endpoint.name) as {
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
    required: false,
    description: '1回の操作に1つ。再送では同じ値を送ると、最初の結果がもう一度返ります。',
    schema: { type: 'string', minLength: 8, maxLength: 255 },
  }
  return [
    ...from(endpoint.params, 'path'),
    ...from(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [key] : []),
  ]
}

function refusalsOf(endpoint: Endpoint, needsToken: boolean): Record<string, Json> {
  const signedInOnly = new Set<ErrorCode>(['AUTH_REQUIRED', 'AUTH_SESSION_EXPIRED', 'FORBIDDEN'])
  const common = commonErrors.filter(
    (code) => (needsToken || !signedInOnly.has(code)) && (code !== 'PAN_REFUSED' || endpoint.body),
  )
  const act: ErrorCode[] = isActOfStaff(endpoint.name) ? ['STEP_UP_REQUIRED'] : []
  const byStatus = Map.groupBy(new Set([...endpoint.errors, ...common, ...act]), (code) => errors[code][0])
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

/** Parts that repeat within themselves, such as any JSON, by the name under which the document keeps them. */
const parts: Record<string, Json> = {}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output', owner: string): Json {
  const whole = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json
  const nameOf = (key: string): string => `${owner.replace(/\W/g, '_')}_${key.replace(/\W|_/g, '')}`
  // A reader of OpenAPI looks for references from the root of the document, not from the root of the schema.
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = JSON.parse(
    JSON.stringify(whole, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#/$defs/')
        ? `#/components/schemas/${nameOf(value.slice('#/$defs/'.length))}`
        : value,
    ),
  ) as Json & { $defs?: Record<string, Json> }
  for (const [key, value] of Object.entries($defs)) parts[nameOf(key)] = value
  return rest
}
