import { withoutSeparators, trimmed } from '@shirogane/contract/inputs/person'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call, type Output } from '../../../shell/api/api.ts'
import { addressQuery, meQuery } from '../../../shell/queries/queries.ts'
import { adoptUser } from '../../../shell/session/session.ts'
import { type FieldErrors, type FormErrors, useFormErrors } from '../use-form-errors.ts'
import { text } from './text.ts'

export type AddressValues = {
  postcode: string
  prefecture: string
  city: string
  town: string
  street: string
  building: string
}
export const noAddress: AddressValues = {
  postcode: '',
  prefecture: '',
  city: '',
  town: '',
  street: '',
  building: '',
}

/** In the order of the form. */
const fields = Object.keys(noAddress) as (keyof AddressValues)[]

type Town = Output<'addresses.search'>['items'][number]
type Lookup =
  | { state: 'none' | 'searching' | 'not_found' }
  | { state: 'found'; place: string }
  | { state: 'several'; towns: readonly Town[] }

export type AddressForm = FormErrors & {
  values: AddressValues
  errors: FieldErrors<keyof AddressValues>
  lookup: Lookup
  isDirty: boolean
  isEmpty: boolean
  /** Whether the fields that make an address have to be filled in. */
  isRequired: boolean
  set(change: Partial<AddressValues>): void
  /** By the hand of a person, where it is not the browser that fills in a whole address. */
  writePostcode(postcode: string, isTyped: boolean): void
  /** The reader is through with a field. */
  leave(field: keyof AddressValues): void
  /** One of the towns that share a postcode. */
  choose(town: Town): void
  save(): Promise<boolean>
}

/**
 * An address whose first half is filled in by its postcode; what stands there can always be written by hand.
 * @param canWait Whether the whole of it may be left empty.
 */
export function useAddressForm(given: AddressValues, canWait = false): AddressForm {
  const client = useQueryClient()
  const [saved, setSaved] = useState(given)
  const [values, setValues] = useState(given)
  const [lookup, setLookup] = useState<Lookup>({ state: 'none' })
  const asked = useRef(withoutSeparators(given.postcode))
  const isTyped = useRef(false)
  const code = withoutSeparators(values.postcode)

  function take({ prefecture, city, town }: Town): void {
    set({ prefecture, city, town })
    setLookup({ state: 'found', place: `${prefecture}${city}${town}` })
  }

  /** To what a postcode does not know. */
  const goOn = () => document.getElementById('address-street')?.focus()

  const onFound = useEffectEvent((town: Town) => {
    take(town)
    if (isTyped.current && document.activeElement?.id === 'address-postcode') goOn()
  })

  useEffect(() => {
    if (!/^\d{7}$/.test(code)) {
      asked.current = ''
      setLookup({ state: 'none' })
      return undefined
    }
    if (code === asked.current) return undefined
    asked.current = code
    const ending = new AbortController()
    setLookup({ state: 'searching' })
    call('addresses.search', { params: { postcode: code }, signal: ending.signal })
      .then(({ items }) => {
        const [first] = items
        if (items.length === 1 && first) onFound(first)
        else setLookup({ state: 'several', towns: items })
      })
      // Unknown or unreachable: either way the hand can write it.
      .catch(() => {
        if (!ending.signal.aborted) setLookup({ state: 'not_found' })
      })
    return () => ending.abort()
  }, [code])

  const isEmpty = Object.values(values).every((value) => value === '')
  const isRequired = !(canWait && isEmpty)

  function check(): AddressForm['errors'] {
    if (!isRequired) return {}
    const found: AddressForm['errors'] = {}
    if (!/^\d{7}$/.test(code)) found.postcode = text.postcodeWrong
    if (values.prefecture === '') found.prefecture = text.required(text.prefecture)
    if (trimmed(values.city) === '') found.city = text.required(text.city)
    if (trimmed(values.street) === '') found.street = text.required(text.street)
    return found
  }

  const { change, attempt, ...problems } = useFormErrors('address', fields, check())

  function set(changed: Partial<AddressValues>): void {
    setValues((before) => ({ ...before, ...changed }))
    for (const field of Object.keys(changed)) change(field as keyof AddressValues)
  }

  return {
    ...problems,
    values,
    lookup,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    isEmpty,
    isRequired,
    set,
    writePostcode(postcode, byKeyboard) {
      isTyped.current = byKeyboard
      set({ postcode })
    },
    choose(town) {
      take(town)
      goOn()
    },
    save: () =>
      attempt(
        async () => {
          const { address } = await call('addresses.create', {
            body: { ...values, building: values.building || null },
          })
          client.setQueryData(addressQuery().queryKey, { address })
          const now = address === null ? values : { ...address, building: address.building ?? '' }
          setSaved(now)
          setValues(now)
          asked.current = now.postcode
          adoptUser(await client.fetchQuery({ ...meQuery(), staleTime: 0 }))
        },
        (error) => (error instanceof ApiError ? error.fields : {}),
      ),
  }
}
