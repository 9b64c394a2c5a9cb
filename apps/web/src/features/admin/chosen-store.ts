import { can } from '@shirogane/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useStoreChoice } from './device.ts'
import { staffQuery, storesQuery } from './queries.ts'

const none: readonly { id: string; name: string }[] = []

/**
 * The shop that somebody of head office works for at this device, and the ones they may choose from; without one, all shops
 * together. Whoever belongs to a shop has that one and chooses nothing: the server keeps them to it.
 */
export function useChosenStore() {
  const staff = useQuery(staffQuery()).data
  const mayChoose = staff !== undefined && staff.store_id === null && can(staff.type, 'staff.read')
  const stores = useQuery({ ...storesQuery(), enabled: mayChoose }).data?.items
  const kept = useStoreChoice()
  const found = stores?.find(({ id }) => id === kept)
  // Until the shops have come the choice is believed; one that has closed since is none.
  const id = !mayChoose || kept === null || (stores !== undefined && found === undefined) ? undefined : kept
  return { id, name: id === undefined ? undefined : found?.name, stores: mayChoose ? (stores ?? none) : none }
}
