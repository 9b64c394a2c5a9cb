import { useEffect, useEffectEvent, useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { uuid7 } from '../../shell/api/uuid7.ts'
import { countDraft, useDraft } from './draft.ts'

type Look = { key: string; sku_id: string; add: number }
const retryMs = 4_000

/**
 * Scans of a count, on their way: a scanner is quicker than the network, and a stock room may have none. Each waits on the
 * device under its own key until it was answered, so that none is lost and none counts twice.
 */
export function useCountQueue(countId: string) {
  const [looks, setLooks] = useDraft<Look[]>(countDraft(countId), [])
  const { send } = useAct('inventory.countEntry')
  /** Stays while the look is sent again: a reader is not told of it every few seconds anew. */
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const next = looks[0]

  const drop = (key: string) => setLooks((all) => all.filter((look) => look.key !== key))
  const sendNext = useEffectEvent(async () => {
    if (next === undefined) return
    const outcome = await send({
      wish: next,
      // Each look has its own key from the scan on.
      send: () =>
        call('inventory.countEntry', {
          params: { id: countId },
          body: { sku_id: next.sku_id, add: next.add },
          idempotencyKey: next.key,
        }),
    })
    if (outcome.is === 'done') {
      drop(next.key)
      setProblem(null)
      refetch('inventory.count')
    }
    if (outcome.is !== 'failed') return
    setProblem(messageOf(outcome.error))
    // A refusal stays one, however often it is sent; without an answer, and while the register is locked, the look is
    // sent again under its key.
    if (outcome.isOver) {
      drop(next.key)
      refetch('inventory.count', 'inventory.counts')
    } else setTimeout(() => setTries((count) => count + 1), retryMs)
  })
  const key = next?.key
  useEffect(() => {
    if (key !== undefined) void sendNext()
  }, [key, tries])

  return {
    waiting: looks.length,
    problem,
    pendingOf: (sku_id: string): number =>
      looks.reduce((sum, look) => sum + (look.sku_id === sku_id ? look.add : 0), 0),
    add(sku_id: string): void {
      setLooks((all) => {
        // What is under way keeps its body; scans of the same article that wait behind it go together.
        const behind = all.slice(1).find((look) => look.sku_id === sku_id && look.add < 900)
        return behind
          ? all.map((look) => (look === behind ? { ...look, add: look.add + 1 } : look))
          : [...all, { key: uuid7(), sku_id, add: 1 }]
      })
    },
  }
}
