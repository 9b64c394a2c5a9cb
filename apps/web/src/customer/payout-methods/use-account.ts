import { useQuery } from '@tanstack/react-query'
import { payoutMethodsQuery } from '../shared/payouts/accounts.ts'
import { usePathParam } from '../../shell/navigation/navigation.tsx'

/** The account of the address, or the main one where the address names none. */
export function useAccount() {
  const id = usePathParam('id')
  const query = useQuery(payoutMethodsQuery())
  const items = query.data?.items
  const method = items?.find((one) => (id === undefined ? one.default : one.id === id))
  return { query, method: method ?? null, isNone: id === undefined && items?.length === 0 }
}
