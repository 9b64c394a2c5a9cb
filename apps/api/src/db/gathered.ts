/** How often the loop turns before a reading begins. Each turn takes in what has arrived; an idle one costs microseconds. */
const turns = 4

/**
 * One reading for all who ask at the same time. No caller waits for more to come: one that asks while a reading is
 * under way goes with the next, and none is ever answered from a reading that began before it asked. A statement costs
 * both the database and this process mostly its beginning and its end, so ten callers read together cost little more
 * than one, and one reading at a time carries more than two at once.
 *
 * @param read answers a batch of different keys; a key that is missing in its answer is answered null
 */
export function gathered<K, V>(
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | null> {
  type Batch = { keys: Set<K>; answers: PromiseWithResolvers<ReadonlyMap<K, V>> }
  let next: Batch | null = null
  let isReading = false

  async function carry(): Promise<void> {
    const { keys, answers } = next!
    next = null
    try {
      answers.resolve(await read([...keys]))
    } catch (error) {
      answers.reject(error)
    }
    if (next) begin()
    else isReading = false
  }

  /** Once the loop has taken in what has arrived already: all of that goes together. */
  function begin(turn = 1): void {
    setImmediate(() => (turn < turns ? begin(turn + 1) : void carry()))
  }

  return async function ask(key) {
    next ??= { keys: new Set(), answers: Promise.withResolvers() }
    next.keys.add(key)
    const { promise } = next.answers
    if (!isReading) {
      isReading = true
      begin()
    }
    return (await promise).get(key) ?? null
  }
}
