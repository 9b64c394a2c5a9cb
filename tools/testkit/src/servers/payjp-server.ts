import { createServer } from 'node:http'

export type PayjpRequest = {
  method: string
  path: string
  authorization: string
  form: Record<string, string>
}
export type PayjpAnswer = { status: number; body: unknown; delayMs?: number } | 'lost'

export type PayjpServer = {
  url: URL
  requests: PayjpRequest[]
  /** The answers to the next requests, in order. */
  answers: PayjpAnswer[]
  close(): Promise<void>
}

/** A card of a customer, as PAY.JP's API shows it. */
export const payjpCard = (over: object = {}) => ({
  address_city: null,
  address_line1: null,
  address_line2: null,
  address_state: null,
  address_zip: null,
  address_zip_check: 'unchecked',
  brand: 'Visa',
  country: null,
  created: 1_795_226_580,
  customer: 'cus_0195f3e2a7c17b6c8d4e5f6a7b8c9d0e',
  cvc_check: 'passed',
  email: 'hanako02@example.com',
  exp_month: 12,
  exp_year: 2034,
  fingerprint: 'e1d8225886e3a7211127df751c86787f',
  id: 'car_99abf74cb5527ff68233a8b836dd',
  last4: '4242',
  livemode: false,
  metadata: {},
  name: 'HANAKO REIJI',
  object: 'card',
  phone: null,
  three_d_secure_status: 'verified',
  ...over,
})

/** A charge, as PAY.JP's API shows it once it is paid. */
export const payjpCharge = (over: object = {}) => ({
  amount: 3_000,
  amount_refunded: 0,
  captured: true,
  captured_at: 1_795_226_590,
  card: payjpCard(),
  created: 1_795_226_585,
  currency: 'jpy',
  customer: 'cus_0195f3e2a7c17b6c8d4e5f6a7b8c9d0e',
  description: null,
  expired_at: null,
  failure_code: null,
  failure_message: null,
  fee_rate: '3.00',
  id: 'ch_fa990a4c10672a93053a774730b0a',
  livemode: false,
  metadata: {},
  object: 'charge',
  paid: true,
  refund_reason: null,
  refunded: false,
  subscription: null,
  three_d_secure_status: 'verified',
  ...over,
})

/** A charge that three_d_secure=true has opened: nothing is taken, and the bank is to see its holder. */
export const openedCharge = (over: object = {}) =>
  payjpCharge({
    captured: false,
    captured_at: null,
    paid: false,
    three_d_secure_status: 'unverified',
    ...over,
  })

/** PAY.JP's refusals, as its API writes them. */
export const payjpError = (status: number, code: string, type = 'client_error') => ({
  status,
  body: { error: { code, message: `${code}: see https://pay.jp/docs/api/#error`, status, type } },
})

/** An event, as PAY.JP posts it to those who asked for it. */
export const payjpEvent = (type: string, data: object) => ({
  created: 1_795_226_591,
  data,
  id: 'evnt_54db4d63c7886256acdbc784ccf',
  livemode: false,
  object: 'event',
  pending_webhooks: 1,
  type,
})

/** PAY.JP's HTTP API on this machine, over a real socket. */
export async function startPayjp(): Promise<PayjpServer> {
  const requests: PayjpRequest[] = []
  const answers: PayjpAnswer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        form: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
      })
      const answer = answers.shift() ?? payjpError(404, 'not_found')
      if (answer === 'lost') return void request.socket.destroy()
      const { status, body, delayMs = 0 } = answer as { status: number; body: unknown; delayMs?: number }
      setTimeout(
        () => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
        delayMs,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    requests,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
