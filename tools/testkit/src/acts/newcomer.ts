import { caller, type Caller, type Reply } from '../calls/caller.ts'
import { patienceMs } from '../patience.ts'
import type { TestApi } from '../start-api.ts'

/** Good for everybody who registers in a test. */
export const newcomerPassword = 'mikazuki-no-shizuku'

let serial = 1_000

/** A phone that no member of the cast has. */
export function newPhone(): string {
  serial += 1
  return `0900000${serial}`
}

export type Form = Record<string, unknown>

export function registrationForm(over: Form = {}): Form {
  const phone = newPhone()
  return {
    username: `shinjin${phone.slice(-4)}`,
    password: newcomerPassword,
    phone_number: phone,
    agree_to_tos: true,
    ...over,
  }
}

/** The cookie that the page of registration takes first. */
export async function takeTicket(url: string): Promise<string> {
  const { cookies } = await caller({ url }).call('auth.ticket')
  return `ticket=${cookies['ticket']}`
}

/** The form sent as a program would, with any outcome. */
export async function sendRegistration(
  api: Pick<TestApi, 'url'>,
  form: Form,
  ticket?: string,
): Promise<Reply> {
  return caller({ url: api.url }).call('auth.register', {
    body: form,
    headers: { 'X-Client-Type': 'api', Cookie: ticket ?? (await takeTicket(api.url)) },
  })
}

export type Newcomer = Caller & { form: Form; phone: string }

/** A person who has just registered and is not verified yet. */
export async function newcomer(api: Pick<TestApi, 'url'>, over: Form = {}): Promise<Newcomer> {
  const form = registrationForm(over)
  const { status, body } = await sendRegistration(api, form)
  if (status !== 201) throw new Error(`The registration was refused with ${status}: ${JSON.stringify(body)}`)
  const { user, token } = body as {
    user: { id: string; phone_number: string }
    token: { access_token: string; refresh_token: string }
  }
  return { ...caller({ url: api.url, user_id: user.id, ...token }), form, phone: user.phone_number }
}

export type Kept = { channel: string; template: string; to: string; subject: string | null; text: string }

/** What went out to an address, newest first. Waits until there is at least so much. */
export async function outboxOf(api: Pick<TestApi, 'url'>, to: string, count = 1): Promise<Kept[]> {
  for (const until = Date.now() + patienceMs; ;) {
    const { body } = await caller({ url: api.url }).send('GET', `/demo/outbox?to=${encodeURIComponent(to)}`)
    const { items } = body as { items: Kept[] }
    if (items.length >= count || Date.now() > until) return items
    await new Promise((wake) => setTimeout(wake, 15))
  }
}

/** The newest code that went to an address. */
export async function codeFor(api: Pick<TestApi, 'url'>, to: string): Promise<string> {
  const [newest] = await outboxOf(api, to)
  const code = /(?:コードは|番号は|確認番号：) ?(\d{6})/.exec(newest?.text ?? '')?.[1]
  if (code === undefined) throw new Error(`No code went to ${to}`)
  return code
}
