import { useBlocker } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from './chunks.ts'
import { noteStayed } from './navigation.tsx'
import { useHoldUpdate } from '../updates/use-hold-update.ts'
import { text } from './unsaved-text.ts'

const AlertDialog = lazyPart(() => import('@shirogane/ui/overlays/AlertDialog'), 'AlertDialog')

type UnsavedProps = {
  when: boolean
  /** The part of the address that shows the form beside its page: a sheet of it, or the row that stands open. */
  within?: 'sheet' | 'id'
  title?: string
  body?: string
}

/** Stands in a form, and asks before what was typed there is lost: on every way out, also by closing the page. */
export function Unsaved({ when, within, title = text.title, body = text.body }: UnsavedProps) {
  useHoldUpdate(when)
  const blocker = useBlocker({
    // Another part of the same page leaves the form where it is.
    shouldBlockFn: ({ current, next }) =>
      when &&
      (current.pathname !== next.pathname ||
        partOf(current, 'tab') !== partOf(next, 'tab') ||
        (within !== undefined && partOf(current, within) !== partOf(next, within))),
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <AlertDialog
        isOpen
        destructive
        title={title}
        confirmLabel={text.discard}
        cancelLabel={text.stay}
        onConfirm={blocker.proceed}
        onCancel={() => {
          noteStayed()
          blocker.reset()
        }}
      >
        {body}
      </AlertDialog>
    </Suspense>
  )
}

function partOf({ search }: { search: unknown }, name: 'tab' | 'sheet' | 'id'): string | undefined {
  return (search as Partial<Record<typeof name, string>>)[name]
}
