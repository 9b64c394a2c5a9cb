import { createServer } from 'node:http'

export type CarrierRequest = { path: string; authorization: string; form: Record<string, string> }

export type Carrier = {
  url: string
  requests: CarrierRequest[]
  /** The answers to the next requests, in order; when they run out, every message is taken. */
  answers: { status: number; body: unknown; delayMs?: number }[]
  close(): Promise<void>
}

/** What the carrier answers when it takes a message, as its API shows it. */
export const taken = (to: string, from: string, body: string) => ({
  sid: 'SM00000000000000000000000000000001',
  account_sid: 'AC00000000000000000000000000000001',
  to,
  from,
  body,
  status: 'queued',
  direction: 'outbound-api',
  num_segments: '1',
  num_media: '0',
  api_version: '2010-04-01',
  error_code: null,
  error_message: null,
  price: null,
  price_unit: 'USD',
  date_created: 'Sat, 21 Nov 2026 01:03:00 +0000',
  date_sent: null,
  date_updated: 'Sat, 21 Nov 2026 01:03:00 +0000',
})

/** The carrier's refusals, as its API writes them. */
export const refusal = (status: number, code: number, message: string) => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})

/** The carrier's HTTP API on this machine, over a real socket. */
export async function startCarrier(): Promise<Carrier> {
  const requests: CarrierRequest[] = []
  const answers: Carrier['answers'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      requests.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', form })
      const {
        status,
        body,
        delayMs = 0,
      } = answers.shift() ?? {
        status: 201,
        body: taken(form['To'] ?? '', form['From'] ?? '', form['Body'] ?? ''),
      }
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
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
