import type { AccessFacts } from '@shirogane/domain/access/people'
import type { Decision } from '@shirogane/domain/movements/movement'

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
 * Facts as an act reads them under its locks: `held` names the act and the database transaction that has them. The
 * people of `access` are not locked: a posting of its own looks whether they are still so.
 */
export type Held<Facts> = Facts & { held: string; access?: AccessFacts }

/**
 * One act on money: facts, decision, posting, in one database transaction of the caller's. `hold` locks what the act
 * touches and answers the facts, or null where there is nothing to decide: its key has an answer. `post` writes what was
 * decided, and answers repeats. It refuses a decision that was not made under the locks of this transaction.
 */
export async function decideAndPost<Facts, Row>(
  request: object,
  {
    hold,
    decide,
    post,
  }: {
    hold: (act: string) => Promise<{ facts: Held<Facts> | null }[]>
    decide: (facts: Facts) => object
    post: (act: string, decided: string) => Promise<Row[]>
  },
): Promise<Row> {
  const act = JSON.stringify(recordOf(request))
  const [read] = await hold(act)
  const { facts } = read!
  const decided = facts === null ? {} : { ...decide(facts), held: facts.held, access: facts.access }
  const [row] = await post(act, JSON.stringify(decided))
  return row!
}

/** What an act came to: the movement that it posted, or the refusal with the numbers of its sentence. */
export type ActOutcome<Code> = { replayed: boolean } & (
  | { code: null; transaction: string }
  | { code: Code; n: number | null; m: number | null }
)

/**
 * The same for an act that is nothing but movements: they are posted as they were decided, in their order. The act's key
 * answers the movement of `transaction_id`.
 */
export async function postAct<Facts, Code extends string>(
  db: Rows,
  request: Omit<Act, 'key' | 'request_hash' | 'session_id'>,
  {
    hold,
    decide,
  }: {
    hold: (act: string) => Promise<{ facts: Held<Facts> | null }[]>
    decide: (facts: Facts) => Decision<Code>
  },
): Promise<ActOutcome<Code>> {
  const { code, replayed, transaction, n, m } = await decideAndPost(request, {
    hold,
    decide,
    post: (act, decided) =>
      db.rows<{
        code: Code | null
        n: number | null
        m: number | null
        replayed: boolean
        transaction: string
      }>('select code, n, m, replayed, transaction from ledger.post_act($1, $2)', [act, decided]),
  })
  return code === null ? { code, replayed, transaction } : { code, replayed, n, m }
}
