import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useEffect, useEffectEvent } from 'react'
import { text } from '../text.ts'
import type { Notice } from '../machine/sale-state.ts'
import styles from './NoticeStrip.module.css'

type NoticeStripProps = {
  notice: Notice | null
  onClose: () => void
  onScanAgain: () => void
  onConfirmAgain: () => void
  /** The customer signs for what they defer; null where nothing is deferred. */
  onSign: (() => void) | null
  /** Fills what points and balance cannot pay; null when there is nothing to fill. */
  onFillByCash: (() => void) | null
}

const unknownCodeMs = 3_000

function messageOfNotice(notice: Exclude<Notice, { kind: 'unverified' | 'kyc_visit' }>): string {
  switch (notice.kind) {
    case 'refused':
      return notice.code === 'QR_EXPIRED' ? text.codeExpired : notice.message
    case 'article':
    case 'warning':
    case 'parked_gone':
      return notice.message
    case 'scan_lost':
      return notice.message ?? text.scanLost
    case 'not_settled':
      return text.notCompleted
    case 'member_gone':
      return text.memberGone
    case 'unknown_code':
      return text.unknownCode
  }
}

/** What went wrong, over the sale that is kept. */
export function NoticeStrip({
  notice,
  onClose,
  onScanAgain,
  onConfirmAgain,
  onSign,
  onFillByCash,
}: NoticeStripProps) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (notice?.kind !== 'unknown_code') return undefined
    const timer = setTimeout(() => close(), unknownCodeMs)
    return () => clearTimeout(timer)
  }, [notice])
  if (notice === null || notice.kind === 'unverified' || notice.kind === 'kyc_visit') return null
  const isShort =
    notice.kind === 'refused' &&
    (notice.code === 'INSUFFICIENT_BALANCE' || notice.code === 'INSUFFICIENT_POINT')
  const action =
    isShort && onFillByCash !== null
      ? { label: text.fillByCash, run: onFillByCash }
      : notice.kind === 'scan_lost'
        ? { label: text.retry, run: onScanAgain }
        : notice.kind === 'refused' && notice.code === 'PAY_CONFIRM_EXPIRED' && onSign !== null
          ? { label: text.noPhone, run: onSign }
          : notice.kind === 'refused' && notice.act === 'settle'
            ? { label: text.retry, run: onConfirmAgain }
            : null
  const secondLine =
    notice.kind === 'refused' ? notice.detail : notice.kind === 'unknown_code' ? notice.read : undefined
  const isWarning =
    notice.kind === 'warning' || notice.kind === 'not_settled' || notice.kind === 'member_gone'
  return (
    <InfoStrip
      className={styles.strip}
      role="alert"
      icon={iconWarn}
      tone={isWarning ? 'warn' : 'bad'}
      title={messageOfNotice(notice)}
      {...(secondLine !== undefined && { text: secondLine })}
      onClose={onClose}
      closeLabel={text.dismiss}
      {...(action && {
        action: action.label,
        render: (link) => <button type="button" {...link} onClick={action.run} />,
      })}
    />
  )
}
