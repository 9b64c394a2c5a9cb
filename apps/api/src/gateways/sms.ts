import type { Delivery } from './mail.ts'

/** `to` in E.164. */
export type Sms = { to: string; text: string }
export type SmsGateway = { send(sms: Sms): Promise<Delivery> }

export type CarrierAccount = {
  /** Twilio's own address, or that of a relay that speaks the same. */
  url: URL
  account: string
  token: string
  /** A number or a sender's name that the carrier has registered. */
  from: string
}

const timeoutMs = 10_000

/** Numbers that can take no SMS: not a number, not a mobile, opted out, or in a country not served. */
const finalCodes = new Set([21211, 21214, 21217, 21408, 21610, 21612, 21614])

/** Twilio's Programmable Messaging: one form in, one JSON out. */
export function openCarrier({ url, account, token, from }: CarrierAccount): SmsGateway {
  const path = `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const endpoint = new URL(url.pathname.replace(/\/$/, '') + path, url)
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return {
    async send({ to, text }) {
      let response: Response
      try {
        response = await fetch(endpoint, {
          method: 'POST',
          headers: { Authorization: authorization, Accept: 'application/json' },
          body: new URLSearchParams({ To: to, From: from, Body: text }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch (error) {
        // The carrier keeps no key of ours: after silence a second try could put a second message on the phone.
        if ((error as Error).name === 'TimeoutError') return { outcome: 'unclear', reason: 'timeout' }
        return { outcome: 'failed', reason: 'cannot be reached' }
      }
      const body = (await response.json().catch(() => null)) as {
        code?: unknown
        error_code?: unknown
        status?: unknown
      } | null
      const code = Number(body?.code ?? body?.error_code ?? 0)
      if (response.ok && body?.status !== 'failed' && body?.status !== 'undelivered')
        return { outcome: 'sent' }
      const reason = `HTTP ${response.status} code ${code}`
      return { outcome: finalCodes.has(code) ? 'refused' : 'failed', reason }
    },
  }
}
