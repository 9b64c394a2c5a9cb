import { withoutSeparators, trimmed } from '@shirogane/contract/person'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf, type Output } from '../../../lib/api.ts'
import { addressQuery, meQuery } from '../../../lib/queries.ts'
import { adopt } from '../../../lib/session.ts'
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

type Town = Output<'addresses.search'>['items'][number]
type Lookup =
  | { state: 'none' | 'searching' | 'not_found' }
  | { state: 'found'; place: string }
  | { state: 'several'; towns: readonly Town[] }

export type AddressForm = {
  values: AddressValues
  errors: Partial<Record<keyof AddressValues, string>>
  problem: string | null
  lookup: Lookup
  isDirty: boolean
  isEmpty: boolean
  set(change: Partial<AddressValues>): void
  take(town: Town): void
  save(): Promise<boolean>
}

/** An address whose first half is filled in by its postcode; whatever stands there can always be written by hand. */
export function useAddressForm(given: AddressValues): AddressForm {
  const client = useQueryClient()
  const [saved, setSaved] = useState(given)
  const [values, setValues] = useState(given)
  const [errors, setErrors] = useState<AddressForm['errors']>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [lookup, setLookup] = useState<Lookup>({ state: 'none' })
  const asked = useRef(withoutSeparators(given.postcode))
  const code = withoutSeparators(values.postcode)

  function take({ prefecture, city, town }: Town): void {
    setValues((before) => ({ ...before, prefecture, city, town }))
    setErrors({})
    setLookup({ state: 'found', place: `${prefecture}${city}${town}` })
  }

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
        if (items.length === 1 && first) take(first)
        else setLookup({ state: 'several', towns: items })
      })
      // Unknown or unreachable: either way the hand can write it.
      .catch(() => {
        if (!ending.signal.aborted) setLookup({ state: 'not_found' })
      })
    return () => ending.abort()
  }, [code])

  function check(): AddressForm['errors'] {
    const found: AddressForm['errors'] = {}
    if (!/^\d{7}$/.test(code)) found.postcode = text.postcodeWrong
    if (values.prefecture === '') found.prefecture = text.required(text.prefecture)
    if (trimmed(values.city) === '') found.city = text.required(text.city)
    if (trimmed(values.street) === '') found.street = text.required(text.street)
    return found
  }

  return {
    values,
    errors,
    problem,
    lookup,
    isDirty: JSON.stringify(values) !== JSON.stringify(saved),
    isEmpty: Object.values(values).every((value) => value === ''),
    set: (change) => setValues((before) => ({ ...before, ...change })),
    take,
    async save() {
      const found = check()
      setErrors(found)
      setProblem(Object.keys(found).length > 0 ? text.summary(Object.keys(found).length) : null)
      if (Object.keys(found).length > 0) return false
      try {
        const { address } = await call('addresses.create', {
          body: { ...values, building: values.building || null },
        })
        client.setQueryData(addressQuery().queryKey, { address })
        const now = address === null ? values : { ...address, building: address.building ?? '' }
        setSaved(now)
        setValues(now)
        asked.current = now.postcode
        adopt(await client.fetchQuery({ ...meQuery(), staleTime: 0 }))
        return true
      } catch (error) {
        const fields = error instanceof ApiError ? error.fields : {}
        setErrors(fields)
        setProblem(
          Object.keys(fields).length > 0 ? text.summary(Object.keys(fields).length) : messageOf(error),
        )
        return false
      }
    },
  }
}
