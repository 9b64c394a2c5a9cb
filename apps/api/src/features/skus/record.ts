import type { WrittenSku } from './store.ts'

/** An article as the record of changes keeps it. */
export function recorded({ id: _, search_text: __, ...values }: WrittenSku): Record<string, unknown> {
  return values
}
