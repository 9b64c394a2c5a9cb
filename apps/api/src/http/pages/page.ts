import { limits } from '@shirogane/contract/rules/limits'
import type { Page } from '@shirogane/contract/resources/shapes'

/**
 * One page of a list. `items` may hold one more than the page: that is how the end is known without a count, for lists
 * that are longer than anybody counts.
 */
export function pageOf<T>(
  items: readonly T[],
  { page, limit, counted }: { page: number; limit: number; counted: number },
): Page<T> {
  const isCapped = counted > limits.listTotalCap
  return {
    items: items.slice(0, limit),
    page,
    limit,
    total: isCapped ? limits.listTotalCap : counted,
    total_capped: isCapped,
    next_page: items.length > limit ? page + 1 : null,
  }
}
