import { Button } from '@shirogane/ui/actions/Button'
import type { ComponentProps } from 'react'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { text } from '../text.ts'

/** The button of an act that the server has to write down: without a network it is closed, and says why. */
export function WriteButton({ disabled = false, children, ...rest }: ComponentProps<typeof Button>) {
  const isOnline = useOnline()
  return (
    <Button {...rest} disabled={disabled || !isOnline}>
      {isOnline ? children : text.offline}
    </Button>
  )
}
