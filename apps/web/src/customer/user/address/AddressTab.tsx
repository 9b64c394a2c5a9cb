import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { addressQuery } from '../../../shell/queries/queries.ts'
import { EditPage } from '../EditPage.tsx'
import { AddressFields } from './AddressFields.tsx'
import { type AddressValues, noAddress, useAddressForm } from './use-address-form.ts'

/** Settings: the address. */
export function AddressTab() {
  const saved = useQuery(addressQuery())
  if (saved.isLoadingError)
    return <ErrorPanel message={serverMessageOf(saved.error)} onRetry={() => saved.refetch()} />
  if (saved.data === undefined) return <Skeleton height={520} />
  const { address } = saved.data
  return <Form given={address === null ? noAddress : { ...address, building: address.building ?? '' }} />
}

function Form({ given }: { given: AddressValues }) {
  const form = useAddressForm(given)
  return (
    <EditPage form={form}>
      <AddressFields form={form} />
    </EditPage>
  )
}
