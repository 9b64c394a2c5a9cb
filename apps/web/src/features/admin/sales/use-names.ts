import { can } from '@shirogane/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { everybodyQuery, staffQuery, storesQuery } from '../queries.ts'
import { colleaguesQuery } from './queries.ts'

type Named = { id: string; name: string }

/**
 * The shops and the people that a search may name. What a shop sold that has closed, or somebody who has left, is found
 * as well; till staff know the colleagues that they have.
 */
export function useNames(): { stores: readonly Named[]; people: readonly Named[] } {
  const type = useQuery(staffQuery()).data?.type
  const knowsAll = type !== undefined && can(type, 'staff.read')
  const stores = useQuery({ ...storesQuery(), enabled: knowsAll })
  const everybody = useQuery({ ...everybodyQuery(), enabled: knowsAll })
  const colleagues = useQuery({ ...colleaguesQuery(), enabled: type !== undefined && !knowsAll })
  return {
    stores: stores.data?.items ?? [],
    people: (knowsAll ? everybody : colleagues).data?.items ?? [],
  }
}
