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
type Sending<T, R> = Reply<T, R> | { kind: 'waiting' }

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

export type Pursuit<T, R> = {
  send: () => Promise<Sending<T, R>>
  ask: () => Promise<Knowledge<T>>
  /** Settles after `ms`, or sooner when something was heard of the act or a person wants to know now. */
  wait: (ms: number) => Promise<void>
  /** Settles when the server has spoken of the act on another way, such as a socket. */
  reported: Promise<void>
  /** A refusal that may come from the act's own success, such as "already closed": the state decides. */
  mayBeDone: (refusal: R) => boolean
  /** Ends the pursuit: the page is being left, and the stored act is taken up by the next one. */
  signal: AbortSignal
}

export type Outcome<T, R> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; refusal: R }
  | { kind: 'abandoned' }

export async function pursue<T, R>({
  send,
  ask,
  wait,
  reported,
  mayBeDone,
  signal,
}: Pursuit<T, R>): Promise<Outcome<T, R>> {
  let wasReported = false
  let isWaiting = false
  let wasBusy = false
  let wasLost = false
  const reportOf = reported.then(() => {
    wasReported = true
    return 'reported' as const
  })

  /** Refused, unless the act has happened all the same; null while that cannot be told. */
  const refusedOrDone = async (refusal: R): Promise<Outcome<T, R> | null> => {
    const known = await ask()
    if (known.kind === 'done') return known
    return known.kind === 'not_done' ? { kind: 'refused', refusal } : null
  }

  /**
   * One sending. What is heard meanwhile ends the wait for an answer that may never come. A server that is busy once may have
   * time the next moment; one that is so twice in a row is not waited for, unless a sending before may still be at work there.
   */
  const sendOnce = async (): Promise<Outcome<T, R> | null> => {
    const reply = await (wasReported ? send() : Promise.race([send(), reportOf]))
    isWaiting = reply !== 'reported' && reply.kind === 'waiting'
    if (reply === 'reported' || reply.kind === 'waiting') {
      wasLost = true
      return null
    }
    if (reply.kind === 'answer') return { kind: 'done', value: reply.value }
    if (reply.kind === 'lost') {
      const { busy } = reply
      const isAgain = wasBusy
      wasBusy = busy !== undefined
      wasLost ||= busy === undefined
      return isAgain && busy !== undefined && !wasLost ? refusedOrDone(busy) : null
    }
    if (!mayBeDone(reply.refusal)) return { kind: 'refused', refusal: reply.refusal }
    return refusedOrDone(reply.refusal)
  }

  for (const pause of [0, ...resendAfterMs]) {
    if (pause > 0 && !wasReported) await wait(pause)
    if (signal.aborted) return { kind: 'abandoned' }
    if (wasReported) break
    const outcome = await sendOnce()
    if (outcome) return outcome
    if (isWaiting) {
      await wait(askEveryMs)
      break
    }
  }
  while (!signal.aborted) {
    const known = await ask()
    if (known.kind === 'done') return known
    if (known.kind === 'not_done') {
      const outcome = await sendOnce()
      if (outcome) return outcome
    }
    if (signal.aborted) break
    await wait(askEveryMs)
  }
  return { kind: 'abandoned' }
}
