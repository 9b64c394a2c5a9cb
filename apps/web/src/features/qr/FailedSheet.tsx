import { Button, ButtonLink } from '@shirogane/ui/Button'
import { Sheet } from '@shirogane/ui/Sheet'
import { useEffect } from 'react'
import { linkTo, useSearchParam } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { payCode } from './pay-code.ts'
import { text } from './text.ts'
import styles from './FailedSheet.module.css'

export function FailedSheet({ onClose }: { onClose: () => void }) {
  const isShort = useSearchParam('code') === 'INSUFFICIENT_BALANCE'
  useEffect(() => void payCode.renew(), [])
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.failedTitle}
      footer={
        isShort ? (
          <ButtonLink block render={linkTo(paths.buy())}>
            {text.charge}
          </ButtonLink>
        ) : (
          <Button block onClick={onClose}>
            {text.close}
          </Button>
        )
      }
    >
      <p className={styles.body}>{isShort ? text.short : text.askStaff}</p>
    </Sheet>
  )
}
