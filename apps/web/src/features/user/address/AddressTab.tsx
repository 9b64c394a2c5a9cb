import { Button } from '@shirogane/ui/Button'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { StickyFooter } from '@shirogane/ui/StickyFooter'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { useOnline } from '../../../lib/connection.ts'
import { addressQuery } from '../../../lib/queries.ts'
import { Unsaved } from '../../../lib/Unsaved.tsx'
import profileStyles from '../profile/profile.module.css'
import { AddressFields } from './AddressFields.tsx'
import { type AddressValues, noAddress, useAddressForm } from './use-address-form.ts'
import { text } from './text.ts'
import styles from './address.module.css'

/** Settings: the address. */
export function AddressTab() {
  const saved = useQuery(addressQuery())
  if (saved.isError) return <ErrorPanel message={messageOf(saved.error)} onRetry={() => saved.refetch()} />
  if (saved.data === undefined) return <Skeleton height={520} />
  const { address } = saved.data
  return <Form given={address === null ? noAddress : { ...address, building: address.building ?? '' }} />
}

function Form({ given }: { given: AddressValues }) {
  const form = useAddressForm(given)
  const isOnline = useOnline()
  const toast = useToast()
  const problem = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (form.problem !== null) problem.current?.focus()
  }, [form.problem])
  const save = async () => {
    if (await form.save()) toast({ message: text.saved, kind: 'ok' })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className={styles.page}>
        {form.problem !== null && (
          <p ref={problem} className={profileStyles.problem} role="alert" tabIndex={-1}>
            {form.problem}
          </p>
        )}
        <AddressFields form={form} />
      </div>
      {form.isDirty && (
        <StickyFooter>
          <Button block disabled={!isOnline} onClick={save}>
            {isOnline ? text.save : text.offline}
          </Button>
        </StickyFooter>
      )}
      <Unsaved when={form.isDirty} />
    </form>
  )
}
