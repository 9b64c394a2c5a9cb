import { useState } from 'react'
import { ApiError, messageOf } from '../../../shell/api/api.ts'
import { text } from '../text.ts'

/**
 * A form over a record that a colleague may change while it is open. Only what was typed is held apart from the record
 * as it was seen: nothing else is ever written back, so no one undoes what they never looked at. Where the record has
 * moved on before it is saved, the form goes on from what holds now, with what was typed, and says so.
 */
export function useEdited<Seen, Typed extends object>(
  record: Seen,
  typedOf: (seen: Seen) => Typed,
  newest: () => Promise<Seen | undefined>,
) {
  const [seen, setSeen] = useState(record)
  const [touched, setTouched] = useState<Partial<Typed>>({})
  const typed = { ...typedOf(seen), ...touched }
  return {
    seen,
    typed,
    /** Whether something else stands in the fields than in the record. */
    isTouched: JSON.stringify(typed) !== JSON.stringify(typedOf(seen)),
    set: (change: Partial<Typed>) => setTouched((before) => ({ ...before, ...change })),
    /** For a form that stays open once it is saved. */
    saved: (next: Seen) => {
      setSeen(next)
      setTouched({})
    },
    /** What to say of a save that failed. */
    problemOf: async (failure: unknown): Promise<string> => {
      if (!(failure instanceof ApiError) || failure.code !== 'CONFLICT') return messageOf(failure)
      const now = await newest().catch(() => undefined)
      if (now === undefined) return messageOf(failure)
      setSeen(now)
      return text.changedMeanwhile
    },
  }
}

/** The parts of a body that differ from what was seen, and what was seen of those. */
export function changedOf<Body extends object>(
  body: Body,
  was: Body,
  seen: Body,
): { changed: Partial<Body>; before: Partial<Body> } {
  const names = (Object.keys(body) as (keyof Body)[]).filter(
    (name) => JSON.stringify(body[name]) !== JSON.stringify(was[name]),
  )
  const only = (from: Body) => Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Body>
  return { changed: only(body), before: only(seen) }
}
