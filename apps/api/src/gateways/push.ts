import webPush from 'web-push'

/** A device as its browser told us of it. */
export type PushDevice = { endpoint: string; keys: { p256dh: string; auth: string } }

export type Push = {
  /** What the device shows; only the device itself can read it. */
  payload: string
  /** Replaces an earlier one of the same name that the service has not delivered yet. */
  topic: string
  urgency: 'normal' | 'high'
}

/**
 * `gone` means that the browser has withdrawn: this device is not tried again. `refused` is final for this message
 * alone; `failed` is worth another try.
 */
export type PushDelivery =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'failed'; reason: string; retryAfterSeconds: number | null }

export type PushGateway = {
  /** What browsers need to subscribe with us. */
  readonly publicKey: string
  serves(endpoint: string): boolean
  send(device: PushDevice, push: Push): Promise<PushDelivery>
}

export type PushAccount = {
  readonly publicKey: string
  readonly privateKey: string
  /** Whom a push service writes to when we behave badly: a mail or web address. */
  readonly subject: string
  /** Origins of further services, besides those of the browsers' makers. */
  readonly services: readonly string[]
}

const timeoutMs = 10_000
const ttlSeconds = 86_400

/** Chrome and Edge, Firefox, Safari, and Edge of old. */
const makers =
  /^(?:fcm\.googleapis\.com|(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com|(?:[a-z0-9-]+\.)*push\.apple\.com|(?:[a-z0-9-]+\.)*notify\.windows\.com)$/

/**
 * The address of a device is what its browser said, so a client may say any: we call services that we know, and nothing
 * inside our own network.
 */
function servesWith(services: readonly string[]) {
  return (endpoint: string): boolean => {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
    if (username !== '' || password !== '') return false
    return services.includes(origin) || (protocol === 'https:' && port === '' && makers.test(hostname))
  }
}

/** Web Push (RFC 8030) with encrypted contents (RFC 8291) under our own name (RFC 8292). */
export function openPushGateway({ publicKey, privateKey, subject, services }: PushAccount): PushGateway {
  const serves = servesWith(services)
  return {
    publicKey,
    serves,
    async send(device, { payload, topic, urgency }) {
      // What was let in once may not be called for ever: the list of services can become shorter.
      if (!serves(device.endpoint)) return { outcome: 'gone' }
      let response: Response
      try {
        const { endpoint, headers, body } = webPush.generateRequestDetails(device, payload, {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: ttlSeconds,
          topic,
          urgency,
        })
        response = await fetch(endpoint, {
          method: 'POST',
          headers,
          body: new Uint8Array(body),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch (error) {
        return { outcome: 'failed', reason: (error as Error).name, retryAfterSeconds: null }
      }
      await response.body?.cancel()
      const { status } = response
      if (response.ok) return { outcome: 'sent' }
      if (status === 404 || status === 410) return { outcome: 'gone' }
      const reason = `HTTP ${status}`
      if (status !== 429 && status < 500) return { outcome: 'refused', reason }
      return { outcome: 'failed', reason, retryAfterSeconds: secondsOf(response.headers.get('retry-after')) }
    },
  }
}

function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : null
}
