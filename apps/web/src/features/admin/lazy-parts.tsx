import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useOnline } from '../../lib/connection.ts'

const text = {
  title: '画面を読み込めませんでした',
  body: 'ページを再読み込みすると開けます。会計中のカートは残りますが、入力途中の内容は失われます。',
  offline: 'オフラインです。通信が戻ってから、もう一度開いてください。',
  reload: '再読み込み',
  later: 'あとで',
  close: '閉じる',
} as const

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
 * A sheet with a file of its own. Where the file does not come, the page is not loaded anew by itself as elsewhere: what
 * lies under a sheet of the staff is often a sale. That is offered, and each opening asks for the file again.
 */
export function lazySheet<P extends WithClose>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch {
        current = begin()
        return { default: Missing as ComponentType<P> }
      }
    })
  let current = begin()
  return function LazySheet(props: P) {
    const [Sheet] = useState(() => current)
    return (
      <Suspense>
        <Sheet {...props} />
      </Suspense>
    )
  }
}

function Missing({ onClose }: WithClose) {
  const isOnline = useOnline()
  return (
    <AlertDialog
      isOpen
      title={text.title}
      confirmLabel={isOnline ? text.reload : text.close}
      onConfirm={isOnline ? () => location.reload() : onClose}
      {...(isOnline && { cancelLabel: text.later, onCancel: onClose })}
    >
      {isOnline ? text.body : text.offline}
    </AlertDialog>
  )
}
