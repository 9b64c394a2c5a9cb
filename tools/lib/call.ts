import { Agent, request } from 'node:http'

export interface Answer<T> {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: T
}

export interface Asked {
  method?: string
  access?: string | undefined
  /** The Idempotency-Key. */
  key?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/**
 * A call as a program makes it, which keeps its own secrets. Node's fetch cannot be used for that: it says
 * `Sec-Fetch-Mode`, as browsers do, and the server then treats it as one. Rejects when no answer came.
 */
export function call<T>(url: string, asked: Asked = {}): Promise<Answer<T>> {
  const { method = 'GET', access, key, body, headers, timeoutMs = 15_000 } = asked
  const json = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method,
        timeout: timeoutMs,
        headers: {
          'X-Client-Type': 'api',
          ...(access && { Authorization: `Bearer ${access}` }),
          ...(key && { 'Idempotency-Key': key }),
          ...(json !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(json)),
          }),
          ...headers,
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk: string) => (text += chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const isJson = /json/.test(answer.headers['content-type'] ?? '')
          try {
            const read: unknown = isJson && text !== '' ? JSON.parse(text) : text
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read as T })
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${url} was not answered in time`)))
    outgoing.on('error', reject)
    outgoing.end(json)
  })
}

/** The same where anything but success is the end. */
export async function callOrThrow<T>(url: string, asked: Asked = {}): Promise<T> {
  const { status, body } = await call<T>(url, asked)
  if (status < 300) return body
  throw new Error(`${asked.method ?? 'GET'} ${url} answered ${status}: ${JSON.stringify(body)}`)
}

export interface Session {
  access: string
  refresh: string
}

interface Tokens {
  access_token: string
  refresh_token: string
}

/** Signs in as programs do: the secret of the session comes in the answer, no cookie. */
export async function signIn(origin: string, credential: string, password: string): Promise<Session> {
  const { token } = await callOrThrow<{ token: Tokens }>(`${origin}/v1/auth/login`, {
    method: 'POST',
    body: { credential, password },
  })
  return { access: token.access_token, refresh: token.refresh_token }
}

/** A new access token for the same session; it needs the secret and the token that it had. */
export async function renewAccess(origin: string, session: Session): Promise<void> {
  const { access_token } = await callOrThrow<Tokens>(`${origin}/v1/auth/refreshAccessToken`, {
    method: 'PATCH',
    access: session.access,
    body: { refresh_token: session.refresh },
  })
  session.access = access_token
}
