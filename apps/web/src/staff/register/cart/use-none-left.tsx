import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { useRef, useState } from 'react'
import type { Article } from './cart.ts'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'

const bounceMs = 400

/** Asks before an article comes into the cart of which the books have none: it may stand on the shelf all the same. */
export function useNoneLeft(machine: SaleMachine) {
  /** One after the other: what is scanned while a question stands waits for its answer. */
  const [asked, setAsked] = useState<readonly Article[]>([])
  const [sku] = asked
  const answeredAt = useRef(Number.NEGATIVE_INFINITY)
  const answer = (add: boolean) => {
    // A key that bounces must not answer a question that has not been read yet.
    if (performance.now() - answeredAt.current < bounceMs) return
    answeredAt.current = performance.now()
    if (add && sku !== undefined) machine.addSku(sku)
    setAsked((now) => now.slice(1))
  }
  return {
    ask: (next: Article) => setAsked((now) => [...now, next]),
    answer,
    isAsking: sku !== undefined,
    dialog: (
      <AlertDialog
        isOpen={sku !== undefined}
        title={text.noneLeftQuestion}
        confirmLabel={text.noneLeftAdd}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        {sku?.name}
      </AlertDialog>
    ),
  }
}
