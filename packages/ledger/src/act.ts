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

/**
 * One act on money: facts, decision, posting, in one database transaction of the caller's. `hold` locks what the act touches and
 * answers the facts, or null where there is nothing to decide: its key has an answer, or who asks may not. `post` writes what was
 * decided; it refuses a plan that was not made under the locks of this transaction, and answers repeats.
 */
export async function decideAndPost<Facts, Row>(
  request: object,
  {
    hold,
    decide,
    post,
  }: {
    hold: (act: string) => Promise<{ facts: Facts | null }[]>
    decide: (facts: Facts | null) => object
    post: (act: string, decided: string) => Promise<Row[]>
  },
): Promise<Row> {
  const act = JSON.stringify(recordOf(request))
  const [held] = await hold(act)
  const [row] = await post(act, JSON.stringify(decide(held!.facts)))
  return row!
}
