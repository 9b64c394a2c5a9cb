/** While the database works on one batch, the callers of the other are answered and ask again. */
const lanes = 2

/**
 * One reading for all who ask at the same time. Nobody waits for more to come: whoever asks while both lanes are busy
 * goes with the next batch, and none is ever answered from a reading that began before it asked. A statement costs the
 * database mostly its beginning and its end, so ten people read together cost little more than one.
 *
 * @param read answers a batch of different keys; a key that is missing in its answer is answered null
 */
export function gathered<K, V>(
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | null> {
  type Batch = { keys: Set<K>; answers: PromiseWithResolvers<ReadonlyMap<K, V>> }
  let next: Batch | null = null
  let running = 0

  async function carry(batch: Batch): Promise<void> {
    next = null
    running += 1
    try {
      batch.answers.resolve(await read([...batch.keys]))
    } catch (error) {
      batch.answers.reject(error)
    }
    running -= 1
    if (next) void carry(next)
  }

  return async function ask(key) {
    next ??= { keys: new Set(), answers: Promise.withResolvers() }
    next.keys.add(key)
    const { promise } = next.answers
    if (running < lanes) void carry(next)
    return (await promise).get(key) ?? null
  }
}
