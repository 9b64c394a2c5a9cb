import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  from: string
  to: string[]
  /** Header lines by their name in lower case, decoded. */
  headers: Record<string, string>
  text: string
}

export type MailServer = {
  url: string
  /** Every letter that was taken, oldest first. */
  mails: ReceivedMail[]
  /** What the server answers to the next letters instead of taking them: an SMTP status and a text. */
  refuseWith(status: number | null): void
  /** From here on the server is slow: it answers to no letter until the returned function is called. */
  stall(): () => void
  close(): Promise<void>
}

/** A real mail server on this machine, as strict about its protocol as any other. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let refusal: number | null = null
  let stalled: Promise<void> = Promise.resolve()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, callback) {
      callback(refusal === null ? null : Object.assign(new Error('refused'), { responseCode: refusal }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          ...readLetter(Buffer.concat(chunks).toString('latin1')),
        })
        void stalled.then(() => callback())
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith: (status) => {
      refusal = status
    },
    stall() {
      const { promise, resolve } = Promise.withResolvers<void>()
      stalled = promise
      return resolve
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A letter with one part of text, as ours are. */
function readLetter(raw: string): { headers: Record<string, string>; text: string } {
  const [head, body] = splitOnce(raw, '\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [name, value] = splitOnce(line, ':')
    headers[name.toLowerCase()] = decodeWords(value.trim())
  }
  const encoding = headers['content-transfer-encoding'] ?? '7bit'
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body, 'latin1')
  return { headers, text: bytes.toString('utf8').replace(/\r\n/g, '\n') }
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}

function unquote(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64')
        : Buffer.from(unquote(word.replace(/_/g, ' ')), 'latin1')
      ).toString('latin1'),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'))
}
