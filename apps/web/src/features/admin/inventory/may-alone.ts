import { ceilingOf } from '@shirogane/contract/permissions'
import type { Employee } from '@shirogane/contract/resources'

/** Whether this many pieces are still one's own word. The server has the last one: the brand may have set it otherwise. */
export function mayAlone(type: Employee['type'], pieces: number): boolean {
  const ceiling = ceilingOf(type, 'stock.adjust')
  return ceiling === null || !('fallback' in ceiling) || pieces <= ceiling.fallback
}
