/** The open transaction, or the connection, in which an act is posted. */
export type Rows = {
  rows<T extends Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<T[]>
}

/** Who asks, and the key under which it is done once however often it is asked. */
export type Keyed = {
  actor_id: string
  session_id: string
  key: string
  /** Of what is asked: the same key with another hash is refused. */
  request_hash: Buffer
}

/** An act that posts one movement, whose id the caller has made. */
export type Act = Keyed & { route: string; transaction_id: string }

/** An act as its SQL function reads it, once it is JSON: bytes stand as text that becomes `bytea`. */
export function recordOf(act: object): object {
  return Object.fromEntries(
    Object.entries(act).map(([name, value]: [string, unknown]) => [
      name,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  )
}
