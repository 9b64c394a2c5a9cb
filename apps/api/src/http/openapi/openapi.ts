import { endpoints } from '@shirogane/contract'
import { callOf, type CallName } from '@shirogane/contract/wire/calls'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import { commonErrors, type ErrorCode, errors, keyErrors } from '@shirogane/contract/wire/errors'
import { clientEvents, namespaces, serverEvents } from '@shirogane/contract/wire/events'
import { limits } from '@shirogane/contract/rules/limits'
import * as z from 'zod'
import { isActOfStaff } from '../acts-of-staff.ts'
import { groupOf, groups } from './openapi-groups.ts'
import { anyShape, shapes } from './openapi-shapes.ts'

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

const minutes = limits.accessTokenTtlSeconds / 60
const guide = `
## はじめに

\`POST /v1/auth/login\` に \`X-Client-Type: api\` を付けると、\`access_token\` と \`refresh_token\` が本文で返ります。以後は \`Authorization: Bearer <access_token>\` を付けます。有効期間は${minutes}分で、切れる前に \`PATCH /v1/auth/refreshAccessToken\`（\`{ "refresh_token": … }\`）で更新します。更新では、\`Authorization\` に同じセッションのアクセストークンを付けたままにします。本文のリフレッシュトークンは、更新でもログアウト（\`PATCH /v1/auth/logout\`）でも、ヘッダーの有無にかかわらずそのセッションのものとして扱われます。ブラウザでは、リフレッシュトークンは本文ではなくCookieで渡されます。

## 決まりごと

- 金額は円、ポイントはポイント単位の整数です。日時はUTCのISO 8601、営業日は日本時間の \`YYYY-MM-DD\` です。
- 失敗の理由は \`code\` で判別してください。\`error\` と \`message\` は同じ文で、そのまま画面に表示できます。入力項目ごとの文は \`fields\` にあります。401は、アクセストークンがない・切れた・無効になったときだけ返ります。
- お金・ポイント・在庫を動かす呼び出しには \`Idempotency-Key\` が必要です。ないと \`IDEMPOTENCY_KEY_REQUIRED\`（400）で、何も動きません。1回の操作に1つで、再送では同じ値を送ると、最初の結果が \`Idempotency-Replayed: true\` とともにもう一度返ります。本文が違うと \`IDEMPOTENCY_KEY_REUSED\` です。
- 一覧は \`page\`（1から）と \`limit\`（1〜100）を受け取り、新しい順に \`{ items, page, limit, total, total_capped, next_page }\` を返します。\`total\` は${limits.listTotalCap.toLocaleString('en-US')}件で打ち切られ、そのとき \`total_capped\` が \`true\` です。
- 本文の知らない項目は400で断り、知らないクエリは無視します。

## リアルタイム

Socket.IO（\`/socket.io\`）で、接続時に \`auth.token\` にリフレッシュトークンを渡します。部屋に入るイベントを送ると \`{ ok: true }\` か \`{ ok: false, code }\` が返ります。届くのは確定したことだけで、断られた会計を伝える \`purchaseRefused\` だけが、何も動かないままその場で届きます。同じ \`event_id\` は一度だけ扱ってください。届く内容は、下のスキーマ \`event_…\` にあります。

| 名前空間 | 部屋に入る |
| --- | --- |
${namespaces.map((name) => `| \`${name}\` | \`${clientEvents[name]}\` |`).join('\n')}
`.trim()

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
    tags: [groupOf(callOf(endpoint.name).path)],
    summary: endpoint.summary,
    description: `利用できる人: ${endpoint.who.join(', ')}`,
    ...(needsToken && { security: [{ bearer: [] }] }),
    parameters: parametersOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
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
    description:
      'ログインするプログラムが付けます。付けると `refresh_token` にリフレッシュトークンそのものが返り、Cookieは使いません。付けない場合と、ブラウザからの呼び出しでは、リフレッシュトークンはCookieで渡され、本文には識別子だけが返ります。',
  },
  'X-Requested-By': {
    value: 'app',
    description:
      'Cookieで更新し、本文に識別子を付けないときに必要です。本文にリフレッシュトークンがあれば要りません。',
  },
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
    description: `1回の操作に1つ。再送では同じ値を送ると、最初の結果がもう一度返ります。${
      endpoint.idempotent === true
        ? 'ないと何も行わずに400で断ります。'
        : '会計を確定・修正する要求では必須で、ないと400で断ります。コードの読み取り・編集・保留・取消では要りません。'
    }`,
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
