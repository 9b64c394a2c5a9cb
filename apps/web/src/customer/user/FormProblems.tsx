import { FormSummary } from '@shirogane/ui/inputs/form/FormSummary'
import { useEffect, useEffectEvent, useRef } from 'react'
import { text } from './text.ts'
import type { FormErrors } from './use-form-errors.ts'

/** The head of a form, or of several that are saved together: what is wrong, each item leading to its field. */
export function FormProblems({ of: forms }: { of: readonly FormErrors[] }) {
  const summary = useRef<HTMLDivElement>(null)
  const tries = forms.reduce((sum, form) => sum + form.tries, 0)
  const failed = forms.filter((form) => form.hasFailed)
  const problem = failed.find((form) => form.problem !== null)?.problem ?? null
  const wrong = failed.flatMap((form) => form.wrong)

  // Only a new attempt moves the focus; typing on must not take it away.
  const focusSummary = useEffectEvent(() => summary.current?.focus())
  useEffect(() => focusSummary(), [tries])

  if (problem === null && wrong.length === 0) return null
  return <FormSummary ref={summary} title={problem ?? text.summary(wrong.length)} items={wrong} />
}
