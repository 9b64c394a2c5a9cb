import { holds } from '@shirogane/contract/wire/rights'
import { useQuery } from '@tanstack/react-query'
import { everybodyQuery, staffQuery, storesQuery } from '../shared/queries.ts'
import { colleaguesQuery } from './queries.ts'

type Named = { id: string; name: string }

/**
 * The shops and the people that a search may name. The sales of a shop that has closed, or of a person who has left,
 * are found as well; register staff know the colleagues that they have.
 */
export function useNames(): { stores: readonly Named[]; people: readonly Named[] } {
  const type = useQuery(staffQuery()).data?.type
  const knowsAll = type !== undefined && holds(type, 'staff.read')
  const stores = useQuery({ ...storesQuery(), enabled: knowsAll })
  const everybody = useQuery({ ...everybodyQuery(), enabled: knowsAll })
  const colleagues = useQuery({ ...colleaguesQuery(), enabled: type !== undefined && !knowsAll })
  return {
    stores: stores.data?.items ?? [],
    people: (knowsAll ? everybody : colleagues).data?.items ?? [],
  }
}
