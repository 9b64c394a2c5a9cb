import { type FocusEvent, useState } from 'react'
import { messageOf } from '../../shell/api/api.ts'

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** What keeps a form from being saved, for the summary at its head. */
export type FormErrors = {
  /** The fields that say what is wrong with them, in the order of the form. */
  wrong: readonly { id: string; message: string }[]
  /** What belongs to no field. */
  problem: string | null
  /** How often saving has failed. */
  tries: number
  /** Whether it failed the last time. */
  hasFailed: boolean
}

/**
 * Says what is wrong with a field when it is left or sent, not while it is first written; from then on at each letter.
 * @param prefix Before the name of a field in the id of its input.
 * @param found What is wrong with the fields as they stand now.
 */
export function useFormErrors<Name extends string>(
  prefix: string,
  names: readonly Name[],
  found: FieldErrors<Name>,
) {
  const [shown, setShown] = useState<readonly Name[]>([])
  const [refused, setRefused] = useState<FieldErrors<Name>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const [hasFailed, setFailed] = useState(false)

  const errors: FieldErrors<Name> = {}
  for (const name of names) {
    const message = refused[name] ?? (shown.includes(name) ? found[name] : undefined)
    if (message !== undefined) errors[name] = message
  }
  const wrong = names.flatMap((name) => {
    const message = errors[name]
    return message === undefined ? [] : [{ id: `${prefix}-${name}`, message }]
  })

  const show = (wrongNames: readonly Name[]) => setShown((before) => [...new Set([...before, ...wrongNames])])

  return {
    errors,
    wrong,
    problem,
    tries,
    hasFailed,
    leave(name: Name): void {
      if (found[name] !== undefined) show([name])
    },
    /** The server's word on a field holds until the field changes. */
    change(name: Name): void {
      setRefused((before) => ({ ...before, [name]: undefined }))
    },
    /** Sends the form unless a field is wrong. Answers whether it was taken. */
    async attempt(
      send: () => Promise<void>,
      fieldsOf: (error: unknown) => FieldErrors<Name>,
    ): Promise<boolean> {
      const wrongNames = names.filter((name) => found[name] !== undefined)
      show(wrongNames)
      setProblem(null)
      if (wrongNames.length === 0) {
        try {
          await send()
          setShown([])
          setRefused({})
          setFailed(false)
          return true
        } catch (error) {
          const fields = fieldsOf(error)
          setRefused(fields)
          if (names.every((name) => fields[name] === undefined)) setProblem(messageOf(error))
        }
      }
      setTries((count) => count + 1)
      setFailed(true)
      return false
    },
  }
}

/** For several inputs that are one field: hears when the reader has gone out of all of them. */
export const whenLeft = (onLeave: () => void) => (event: FocusEvent) => {
  if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
}
