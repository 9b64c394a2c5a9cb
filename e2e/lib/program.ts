import { randomUUID } from 'node:crypto'
import { type Answer, call, signIn } from '@shirogane/tools/lib/call'
import { password, type Shop } from './shop.ts'

export interface Reply {
  code?: string
  error?: string
  message?: string
  fields?: Record<string, string>
  status?: string
  token?: string
  transaction?: { id: string; number: string }
  [more: string]: unknown
}

/** A client that talks to the API without a screen. */
export class Program {
  readonly #origin: string
  readonly #access: string

  private constructor(origin: string, access: string) {
    this.#origin = origin
    this.#access = access
  }

  static async of(shop: Shop, credential: string): Promise<Program> {
    const { access } = await signIn(shop.registerOrigin, credential, password)
    return new Program(shop.registerOrigin, access)
  }

  send(method: string, path: string, body?: unknown, key?: string): Promise<Answer<Reply>> {
    return call<Reply>(`${this.#origin}${path}`, { method, access: this.#access, body, key })
  }

  pay(body: Record<string, unknown>, key: string = randomUUID()): Promise<Answer<Reply>> {
    return this.send('POST', '/v1/transactions/pay', body, key)
  }

  /** A fresh pay code, as a phone fetches it. */
  async code(): Promise<{ token: string; code: string }> {
    const { body } = await this.send('POST', '/v1/users/token', {})
    return { token: String(body.token), code: String(body['code']) }
  }
}
