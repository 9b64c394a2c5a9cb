import { createContext, useContext } from 'react'
import type { AriaAttributes } from 'react'

type FieldContextValue = {
  id: string
  describedBy: string | undefined
  isInvalid: boolean
  isRequired: boolean
  isOk: boolean
}

export const FieldContext = createContext<FieldContextValue | null>(null)

/** What the surrounding Field tells its input: the id of the label, the texts that describe it, its state. */
export function useFieldProps(own: {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: AriaAttributes['aria-invalid']
}) {
  const field = useContext(FieldContext)
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ')
  return {
    id: own.id ?? field?.id,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    'aria-invalid': field?.isInvalid === true ? (true as const) : own['aria-invalid'],
    'aria-required': field?.isRequired === true ? (true as const) : undefined,
  }
}

export function useFieldIsOk(): boolean {
  return useContext(FieldContext)?.isOk === true
}
