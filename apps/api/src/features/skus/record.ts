import type { ErrorCode } from '@shirogane/contract/errors'
import { Problem } from '../../http/problem.ts'
import type { WrittenSku } from './store.ts'

/** An article as the record of changes keeps it. */
export function recorded({ id: _, search_text: __, ...values }: WrittenSku): Record<string, unknown> {
  return values
}

const taken: Readonly<Record<string, ErrorCode>> = {
  skus_sku_key: 'SKU_TAKEN',
  skus_barcode_key: 'BARCODE_TAKEN',
  skus_quick_order_key: 'QUICK_PLACE_TAKEN',
}

/** Two people may take one code at the same moment: the database decides, and the second is told which it was. */
export function asProblem(error: unknown): never {
  const { code, constraint = '' } = error as { code?: string; constraint?: string }
  const problem = code === '23505' ? taken[constraint] : undefined
  throw problem ? new Problem(problem) : error
}
