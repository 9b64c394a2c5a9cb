import { useEffect, useEffectEvent, useState } from 'react'
import { endsAct } from '../../shell/api/act.ts'
import { call, messageOf } from '../../shell/api/api.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const next = looks[0]

  const drop = (key: string) => setLooks((all) => all.filter((look) => look.key !== key))
  const send = useEffectEvent(async () => {
    if (next === undefined) return
    try {
      await call('inventory.countEntry', {
        params: { id: countId },
        body: { sku_id: next.sku_id, add: next.add },
        idempotencyKey: next.key,
      })
      drop(next.key)
      setProblem(null)
      refetch('inventory.count')
    } catch (error) {
      setProblem(messageOf(error))
      // A refusal stays one, however often it is sent; without an answer, and while the register is locked, the look is
      // sent again under its key.
      if (endsAct(error)) {
        drop(next.key)
        refetch('inventory.count', 'inventory.counts')
      } else setTimeout(() => setTries((count) => count + 1), retryMs)
    }
  })
  const key = next?.key
  useEffect(() => {
    if (key !== undefined) void send()
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
