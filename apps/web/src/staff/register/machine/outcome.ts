/**
 * What became of one act at the register when the network may lose its answer. The act is sent again under its own key
 * only, so that it can never happen twice; then the server is asked what it knows. Nothing here decides that an act did
 * not happen: only the server's word does.
 */
export type Reply<T, R> =
  | { kind: 'answer'; value: T }
  /** The server refused and nothing moved. */
  | { kind: 'refusal'; refusal: R }
  /**
   * No answer that can be relied on: the network, a time-out or a fault of the server. `busy` is what a server said that
   * turned this sending away for now, for want of room or time; it says nothing of one before.
   */
  | { kind: 'lost'; busy?: R }

/** Or the server asks a person first, and the same act is sent again once they have answered. */
export type Sending<T, R> = Reply<T, R> | { kind: 'waiting' }

export type Knowledge<T> =
  /** The act has happened. */
  | { kind: 'done'; value: T }
  /** The server was reached and knows no such result: the act has not happened, so it may be sent again under its key. */
  | { kind: 'not_done' }
  | { kind: 'waiting' }
  | { kind: 'lost' }

export const resendAfterMs = [2_000, 4_000, 8_000] as const
export const askEveryMs = 2_000
export const overdueAfterMs = 30_000

/** An act on its way to its result. */
export type Pursuit<R> = {
  stage: 'sending' | 'resting' | 'asking'
  /** Of what was sent or asked last. An answer to anything before it comes late and is not taken. */
  turn: number
  /** How often it was sent by itself; null once the server is asked first. */
  sendings: number | null
  /** The server has spoken of the act on another way, such as a socket. */
  wasReported: boolean
  wasBusy: boolean
  /** A sending may still be at work at the server. */
  wasLost: boolean
  /** What the server refused, while it is asked whether the act has happened all the same. */
  refusal: R | null
}

export type PursuitEvent<T, R> =
  /** `mayBeDone` of a refusal that may come from the act's own success, such as "already closed": the state decides. */
  | { type: 'replied'; turn: number; reply: Sending<T, R>; mayBeDone: boolean }
  | { type: 'known'; turn: number; known: Knowledge<T> }
  /** The wait is over, or a person wants to know now. */
  | { type: 'rested' }
  | { type: 'reported' }

/** What is done next for the act; null where something is on its way already. */
export type Next<T, R> =
  | { do: 'send' }
  | { do: 'ask' }
  | { do: 'rest'; ms: number }
  | { do: 'end'; outcome: { kind: 'done'; value: T } | { kind: 'refused'; refusal: R } }
  | null

/** The first sending of an act. Its turn is higher than any before it, so that no older act's answer is taken for its own. */
export const beginPursuit = <R>(turn: number): Pursuit<R> => ({
  stage: 'sending',
  turn,
  sendings: 1,
  wasReported: false,
  wasBusy: false,
  wasLost: false,
  refusal: null,
})

/** What becomes of the act by an event, and what is to be done for it. */
export function pursue<T, R>(pursuit: Pursuit<R>, event: PursuitEvent<T, R>): [Pursuit<R>, Next<T, R>] {
  const { stage, turn } = pursuit
  switch (event.type) {
    case 'replied':
      return stage === 'sending' && event.turn === turn ? takeReply(pursuit, event) : [pursuit, null]
    case 'known':
      return stage === 'asking' && event.turn === turn ? takeKnowledge(pursuit, event.known) : [pursuit, null]
    case 'rested':
      return stage === 'resting' ? goOnRested(pursuit) : [pursuit, null]
    case 'reported':
      return pursuit.wasReported ? [pursuit, null] : takeReport({ ...pursuit, wasReported: true })
  }
}

/**
 * A server that is busy once may have time the next moment; one that is so twice in a row is not waited for, unless a
 * sending before may still be at work there.
 */
function takeReply<T, R>(
  pursuit: Pursuit<R>,
  { reply, mayBeDone }: Extract<PursuitEvent<T, R>, { type: 'replied' }>,
): [Pursuit<R>, Next<T, R>] {
  switch (reply.kind) {
    case 'answer':
      return [pursuit, { do: 'end', outcome: { kind: 'done', value: reply.value } }]
    case 'refusal':
      if (mayBeDone) return ask({ ...pursuit, refusal: reply.refusal })
      return [pursuit, { do: 'end', outcome: { kind: 'refused', refusal: reply.refusal } }]
    case 'waiting':
      return rest({ ...pursuit, wasLost: true, sendings: null }, askEveryMs)
    case 'lost': {
      const { busy } = reply
      const next = {
        ...pursuit,
        wasBusy: busy !== undefined,
        wasLost: pursuit.wasLost || busy === undefined,
      }
      if (pursuit.wasBusy && busy !== undefined && !next.wasLost) return ask({ ...next, refusal: busy })
      return goOnUnanswered(next)
    }
  }
}

function takeKnowledge<T, R>(pursuit: Pursuit<R>, known: Knowledge<T>): [Pursuit<R>, Next<T, R>] {
  const { refusal } = pursuit
  if (known.kind === 'done') return [pursuit, { do: 'end', outcome: known }]
  if (refusal === null) return known.kind === 'not_done' ? send(pursuit) : rest(pursuit, askEveryMs)
  if (known.kind === 'not_done') return [pursuit, { do: 'end', outcome: { kind: 'refused', refusal } }]
  return goOnUnanswered<T, R>({ ...pursuit, refusal: null })
}

/** What is heard while an answer is waited for ends the wait, which may be for nothing. */
function takeReport<T, R>(pursuit: Pursuit<R>): [Pursuit<R>, Next<T, R>] {
  switch (pursuit.stage) {
    case 'sending':
      return goOnUnanswered({ ...pursuit, wasLost: true })
    case 'resting':
      return goOnRested(pursuit)
    case 'asking':
      return [pursuit, null]
  }
}

/** Nothing is known after a sending. */
function goOnUnanswered<T, R>(pursuit: Pursuit<R>): [Pursuit<R>, Next<T, R>] {
  const { sendings, wasReported } = pursuit
  if (sendings === null) return rest(pursuit, askEveryMs)
  const pause = resendAfterMs[sendings - 1]
  return wasReported || pause === undefined ? ask(pursuit) : rest(pursuit, pause)
}

function goOnRested<T, R>(pursuit: Pursuit<R>): [Pursuit<R>, Next<T, R>] {
  const { sendings, wasReported } = pursuit
  return sendings === null || wasReported ? ask(pursuit) : send({ ...pursuit, sendings: sendings + 1 })
}

const send = <T, R>(pursuit: Pursuit<R>): [Pursuit<R>, Next<T, R>] => [
  { ...pursuit, stage: 'sending', turn: pursuit.turn + 1 },
  { do: 'send' },
]

/** The server is asked what it knows. Unless that is about a refusal, it is asked first from here on. */
const ask = <T, R>(pursuit: Pursuit<R>): [Pursuit<R>, Next<T, R>] => [
  {
    ...pursuit,
    stage: 'asking',
    turn: pursuit.turn + 1,
    sendings: pursuit.refusal === null ? null : pursuit.sendings,
  },
  { do: 'ask' },
]

const rest = <T, R>(pursuit: Pursuit<R>, ms: number): [Pursuit<R>, Next<T, R>] => [
  { ...pursuit, stage: 'resting' },
  { do: 'rest', ms },
]
