import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:http'

/** A browser's side of a subscription: the keys that it tells us, and how it reads what comes. */
export type TestDevice = {
  keys: { p256dh: string; auth: string }
  open(body: Buffer): string
}

export function newDevice(): TestDevice {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    open: (body) => decrypt(body, pair, auth),
  }
}

/** RFC 8291 and RFC 8188 as a browser reads them, written apart from the library that encrypts. */
function decrypt(body: Buffer, receiver: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const secret = receiver.computeSecret(sender)
  const derive = (key: Buffer, saltOfKey: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, saltOfKey, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
  const key = derive(secret, auth, info, 32)
  const contentKey = derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

export type ReceivedPush = {
  path: string
  headers: Record<string, string>
  body: Buffer
  /** What the sender's signed token says, once its signature was found good. */
  claims: { aud: string; exp: number; sub: string }
  /** The public key that signed it. */
  signer: string
}

export type PushService = {
  origin: string
  /** Every push that was taken, oldest first. */
  pushes: ReceivedPush[]
  /** How many were asked of it, taken or not. */
  asked(): number
  /** What it answers to the next pushes instead of taking them. */
  refuseWith(status: number | null, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** A push service on this machine that checks what the real ones check. */
export async function startPushService(): Promise<PushService> {
  const pushes: ReceivedPush[] = []
  let asked = 0
  let refusal: { status: number; headers: Record<string, string> } | null = null
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked += 1
      if (refusal) return void response.writeHead(refusal.status, refusal.headers).end()
      const headers = request.headers as Record<string, string>
      const signed = readToken(headers['authorization'] ?? '')
      if (!signed || headers['content-encoding'] !== 'aes128gcm') return void response.writeHead(403).end()
      pushes.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks), ...signed })
      return void response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    pushes,
    asked: () => asked,
    refuseWith(status, headers = {}) {
      refusal = status === null ? null : { status, headers }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** RFC 8292: the token is signed with the key that stands beside it. */
function readToken(authorization: string): Pick<ReceivedPush, 'claims' | 'signer'> | null {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), *k=([\w-]+)$/.exec(authorization)
  if (!found) return null
  const [, head = '', claims = '', signature = '', signer = ''] = found
  const point = Buffer.from(signer, 'base64url')
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['claims']
  return isGood ? { claims: said, signer } : null
}
