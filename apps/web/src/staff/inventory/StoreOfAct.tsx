import { Field } from '@shirogane/ui/inputs/form/Field'
import { useQuery } from '@tanstack/react-query'
import { useGo, useSearch } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { stockListQuery } from './queries.ts'
import { StoreChoice } from './StoreChoice.tsx'
import { text } from './text.ts'
import type { ViewProps } from './view.ts'

/** Every store of the brand, as the list of the stock names them. */
export function useStores(): readonly { id: string; name: string }[] {
  const list = useQuery(
    stockListQuery({ store: undefined, query: '', filter: 'all', category: undefined, page: 1 }),
  )
  return list.data?.stores ?? []
}

/** Head office says which store it acts for; all other staff act for their own. */
export function StoreOfAct({ staff, store }: ViewProps) {
  const go = useGo()
  const search = useSearch()
  const stores = useStores()
  if (staff.store !== null) return null
  return (
    <Field label={text.store} need="required">
      <StoreChoice
        stores={stores}
        value={store}
        onChange={(id) =>
          go(paths.adminInventory(undefined, { ...search, store: id }), { replace: true, resetScroll: false })
        }
      />
    </Field>
  )
}
