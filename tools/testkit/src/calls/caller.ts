import { randomUUID } from 'node:crypto'
import { type Endpoints, endpoints } from '@shirogane/contract'
import { callOf, type CallName, pathOf } from '@shirogane/contract/wire/calls'
import type { Endpoint } from '@shirogane/contract/wire/endpoint'
import type { ErrorBody } from '@shirogane/contract/wire/errors'

export type Output<Name extends CallName> = Endpoints[Name]['output'] extends { _zod: { output: infer T } }
  ? T
  : never

export type Ask = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  /** A file instead of a body. */
  file?: { bytes: Uint8Array; name?: string; type?: string }
  headers?: Record<string, string>
  /** False for a test of what happens without an `Idempotency-Key`: else each ask that names none is an act of its own. */
  withKey?: boolean
}

export type Reply<T = unknown> = {
  status: number
  headers: Headers
  body: T
  /** The cookies that the answer sets, as the browser would send them back. */
  cookies: Record<string, string>
}

export type Caller = {
  readonly user_id: string
  readonly access_token: string | null
  readonly refresh_token: string | null
  /** A call of the contract, with any outcome. */
  call(name: CallName, ask?: Ask): Promise<Reply>
  /** A call that must go well: the answer's body. */
  get<Name extends CallName>(name: Name, ask?: Ask): Promise<Output<Name>>
  /** A call that must be refused: the body of the refusal. */
  refused(name: CallName, ask?: Ask): Promise<ErrorBody & { status: number }>
  /** Any request at all. */
  send(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: string | Uint8Array },
  ): Promise<Reply>
}

/** The key of an ask that names none, where its call moves something. */
export function keyHeader(name: CallName, { headers = {}, withKey = true }: Ask): Record<string, string> {
  const { idempotent }: Endpoint = endpoints[name]
  const isNamed = Object.keys(headers).some((header) => header.toLowerCase() === 'idempotency-key')
  return idempotent && withKey && !isNamed ? { 'Idempotency-Key': randomUUID() } : {}
}

type Who = { url: string; user_id?: string; access_token?: string; refresh_token?: string }

export function caller({ url, user_id = '', access_token, refresh_token }: Who): Caller {
  async function send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
  ): Promise<Reply> {
    const response = await fetch(url + path, {
      method,
      headers: { ...(access_token && { Authorization: `Bearer ${access_token}` }), ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? (JSON.parse(text) as unknown) : text,
      cookies: Object.fromEntries(
        response.headers.getSetCookie().map((line) => {
          const [pair = ''] = line.split(';')
          return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
        }),
      ),
    }
  }

  function upload(
    method: string,
    path: string,
    { bytes, name = 'picture.jpg', type = 'image/jpeg' }: NonNullable<Ask['file']>,
    headers: Record<string, string>,
  ): Promise<Reply> {
    const boundary = 'shirogane-test-boundary'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return send(method, path, {
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...headers },
      body,
    })
  }

  function call(name: CallName, { params = {}, query = {}, body, file, ...ask }: Ask = {}): Promise<Reply> {
    const { method } = callOf(name)
    const headers = { ...keyHeader(name, ask), ...ask.headers }
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString()
    const path = pathOf(name, params) + (search && `?${search}`)
    if (method === 'GET') return send(method, path, { headers })
    if (file) return upload(method, path, file, headers)
    return send(method, path, {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body ?? {}),
    })
  }

  return {
    user_id,
    access_token: access_token ?? null,
    refresh_token: refresh_token ?? null,
    send,
    call,
    async get(name, ask) {
      const { status, body } = await call(name, ask)
      if (status >= 300) throw new Error(`${name} was refused with ${status}: ${JSON.stringify(body)}`)
      return body as never
    },
    async refused(name, ask) {
      const { status, body } = await call(name, ask)
      if (status < 400) throw new Error(`${name} was not refused: ${JSON.stringify(body)}`)
      return { status, ...(body as ErrorBody) }
    },
  }
}
