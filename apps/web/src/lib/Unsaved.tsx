import { useBlocker } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from './chunks.ts'
import { useHoldUpdate } from './use-hold-update.ts'

const AlertDialog = lazyPart(() => import('@shirogane/ui/AlertDialog'), 'AlertDialog')

const text = {
  title: '変更を破棄しますか？',
  body: '入力した内容は保存されません。',
  discard: '破棄する',
  stay: '続ける',
} as const

/** Stands in a form, and asks before what was typed there is lost: on every way out, also by closing the page. */
export function Unsaved({ when }: { when: boolean }) {
  useHoldUpdate(when)
  const blocker = useBlocker({
    // Another part of the same page leaves the form where it is.
    shouldBlockFn: ({ current, next }) =>
      when && (current.pathname !== next.pathname || tabOf(current) !== tabOf(next)),
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <AlertDialog
        isOpen
        destructive
        title={text.title}
        confirmLabel={text.discard}
        cancelLabel={text.stay}
        onConfirm={blocker.proceed}
        onCancel={blocker.reset}
      >
        {text.body}
      </AlertDialog>
    </Suspense>
  )
}

function tabOf({ search }: { search: unknown }): string | undefined {
  return (search as { tab?: string }).tab
}
