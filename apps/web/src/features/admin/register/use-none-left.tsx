import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { useState } from 'react'
import type { Goods } from './cart.ts'
import { text } from './text.ts'
import type { Till } from './till.ts'

/** Asks before an article comes into the cart of which the books have none: it may stand on the shelf all the same. */
export function useNoneLeft(till: Till) {
  const [sku, setSku] = useState<Goods | null>(null)
  const answer = (add: boolean) => {
    if (add && sku !== null) till.addSku(sku)
    setSku(null)
  }
  return {
    ask: setSku,
    answer,
    isAsking: sku !== null,
    dialog: (
      <AlertDialog
        isOpen={sku !== null}
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
