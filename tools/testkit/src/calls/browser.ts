import { callOf, type CallName, pathOf } from '@shirogane/contract/wire/calls'
import { caller, type Ask, keyHeader, type Reply } from './caller.ts'
import { type CastName, castLogins } from '../cast.ts'
import { castPassword } from '../database.ts'

/** A browser's session without a browser: its cookie jar, its handle and its access token. */
export type Browser = {
  /** The process it talks to; another one of the same installation may be next. */
  url: string
  cookies: Record<string, string>
  handle: string
  access_token: string
  /** Sends what the jar holds, and keeps what comes back, as a browser would. */
  call(name: CallName, ask?: Ask): Promise<Reply>
  /** The same without keeping the answer's cookies: the answer was lost on the way. */
  callAndLose(name: CallName, ask?: Ask): Promise<Reply>
}

export async function openBrowser(url: string, name: CastName): Promise<Browser> {
  const cookies: Record<string, string> = {}
  const browser: Browser = {
    url,
    cookies,
    handle: '',
    access_token: '',
    async call(callName, ask) {
      const reply = await browser.callAndLose(callName, ask)
      for (const [key, value] of Object.entries(reply.cookies)) {
        if (value === '') delete cookies[key]
        else cookies[key] = value
      }
      const { access_token } = reply.body as { access_token?: string | null }
      if (access_token) browser.access_token = access_token
      return reply
    },
    callAndLose(callName, { params = {}, body = {}, ...ask } = {}) {
      const { method } = callOf(callName)
      const jar = Object.entries(cookies)
        .map(([key, value]) => `${key}=${value}`)
        .join('; ')
      return caller({ url: browser.url }).send(method, pathOf(callName, params), {
        headers: {
          'Content-Type': 'application/json',
          Origin: new URL(browser.url).origin,
          'Sec-Fetch-Site': 'same-origin',
          ...(jar && { Cookie: jar }),
          ...(browser.access_token && { Authorization: `Bearer ${browser.access_token}` }),
          ...keyHeader(callName, ask),
          ...ask.headers,
        },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      })
    },
  }
  const reply = await browser.call('auth.login', {
    body: { credential: castLogins[name], password: castPassword },
  })
  if (reply.status !== 200) throw new Error(`${name} cannot log in: ${JSON.stringify(reply.body)}`)
  const { token } = reply.body as { token: { access_token: string; refresh_token: string } }
  browser.handle = token.refresh_token
  browser.access_token = token.access_token
  return browser
}
