import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { type ComponentType, type FunctionComponent, lazy, Suspense, useEffect } from 'react'
import { useOnline } from '../../shell/realtime/connection.ts'
import { text } from './lazy-parts-text.ts'

type WithClose = { onClose: () => void }

// A style sheet that failed would be taken for one that is there as long as it stands in the page.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
  },
  true,
)

/**
 * A part of the staff's area with a file of its own. Where the file does not come, the page is not loaded anew by itself
 * as elsewhere: what staff do there is often a sale. Each opening asks for the file again.
 */
function lazyOr<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType<P>,
): FunctionComponent<P> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch {
        return { default: MissingForNow }
      }
    })
  let Current = begin()
  function MissingForNow(props: P) {
    useEffect(
      () => () => {
        Current = begin()
      },
      [],
    )
    return <Missing {...props} />
  }
  return function LazyPart(props: P) {
    return <Current {...props} />
  }
}

/** A sheet: its place is taken by the offer to load the page anew, which leaves everything under it as it is. */
export function lazySheet<P extends WithClose>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazyOr(load, MissingSheet as ComponentType<P>)
  return function LazySheet(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** A mode of the register: the way back to the others, with the sale that waits there, stays. */
export function lazyMode<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  return lazyOr(load, MissingMode)
}

function MissingSheet({ onClose }: WithClose) {
  const isOnline = useOnline()
  return (
    <AlertDialog
      isOpen
      title={text.title}
      confirmLabel={isOnline ? text.reload : text.close}
      onConfirm={isOnline ? () => location.reload() : onClose}
      {...(isOnline && { cancelLabel: text.notNow, onCancel: onClose })}
    >
      {isOnline ? text.body : text.offline}
    </AlertDialog>
  )
}

function MissingMode() {
  const isOnline = useOnline()
  return (
    <div role="alert">
      <EmptyState
        title={text.title}
        action={
          isOnline ? (
            <Button variant="secondary" onClick={() => location.reload()}>
              {text.reload}
            </Button>
          ) : undefined
        }
      >
        {isOnline ? text.body : text.offline}
      </EmptyState>
    </div>
  )
}
