import { holds } from '@shirogane/contract/wire/rights'
import { useQuery } from '@tanstack/react-query'
import { type Output } from '../../../shell/api/api.ts'
import { usePathname, useSearch } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useStoreChoice } from './device.ts'
import { staffQuery, storesQuery } from '../queries.ts'

const none: Output<'admin.stores'>['items'] = []

/** Whether the page shows the shop that is chosen, so that its address may name another one. */
export function useShowsStore(): boolean {
  const pathname = usePathname()
  const { tab } = useSearch()
  if (pathname === paths.admin()) return tab === undefined
  return pathname === paths.adminClose() || `${pathname}/`.startsWith(`${paths.adminInventory()}/`)
}

/**
 * The shop that a person of head office works for: the one that the address names, else the one kept at this device;
 * without either, all shops together. With it the open ones, which they may choose from. Staff of a shop have that one
 * and choose nothing: the server keeps them to it.
 */
export function useChosenStore() {
  const staff = useQuery(staffQuery()).data
  const mayChoose = staff !== undefined && staff.store_id === null && holds(staff.type, 'staff.read')
  const all = useQuery({ ...storesQuery(), enabled: mayChoose }).data?.items
  const open = all?.filter(({ closed_on }) => closed_on === null)
  const kept = useStoreChoice()
  const showsStore = useShowsStore()
  const { store } = useSearch()
  const named = showsStore ? store : undefined
  // Until the shops have come the choice is believed; one that has closed since is none.
  const believed = kept !== null && (open === undefined || open.some((one) => one.id === kept))
  const id = mayChoose ? (named ?? (believed ? kept : undefined)) : undefined
  return {
    id,
    name: all?.find((one) => one.id === id)?.name,
    stores: mayChoose ? (open ?? none) : none,
  }
}
