import type { PurchaseRefused } from '@shirogane/contract/wire/events'
import { useRouterState } from '@tanstack/react-router'

/** What the register's payment was refused for; null where the page of it was opened by its address alone. */
export function useRefused(): PurchaseRefused | null {
  return useRouterState({
    select: ({ location }) => (location.state as { refused?: PurchaseRefused }).refused ?? null,
  })
}
