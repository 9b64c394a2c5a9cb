import { EmptyState } from '@shirogane/ui/EmptyState'
import { text } from '../text.ts'

export function ConvertTab() {
  return (
    <EmptyState picture="cloth" title={text.notReady}>
      {text.notReadyBody}
    </EmptyState>
  )
}
