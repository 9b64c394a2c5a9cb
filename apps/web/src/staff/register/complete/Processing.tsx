import { limits } from '@shirogane/contract/rules/limits'
import { Button } from '@shirogane/ui/actions/Button'
import { Countdown } from '@shirogane/ui/data/code/Countdown'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useEffect, useRef, useState } from 'react'
import { useSecondsUntil } from '../../../shared/dates/countdown.ts'
import { pointsText, yenText } from '../../../shared/money/money.ts'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import type { Phase } from '../machine/sale-state.ts'
import { text } from '../text.ts'
import styles from './Processing.module.css'

type ProcessingProps = {
  phase: Extract<Phase, { name: 'completing' | 'recovering' }>
  onAsk: () => void
  onWithdraw: () => Promise<void>
  /** The customer cannot be asked on their phone, and signs for what they defer. */
  onSign: () => void
}

/**
 * Nothing can be touched until it is known what became of the sale: not the register, and not the way out of it, but
 * for the list of sales once that takes too long. The browser's own modal dialog does that for pointer, keyboard and
 * screen reader at once.
 */
export function Processing({ phase, onAsk, onWithdraw, onSign }: ProcessingProps) {
  const confirming = phase.name === 'completing' ? phase.confirming : null
  const title = phase.name === 'recovering' ? text.recovering : confirming ? text.confirming : text.processing
  const go = useGo()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.box}
      role="alertdialog"
      aria-label={title}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // A second Escape would close even a dialog that refuses the first.
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      {confirming ? (
        <Confirming {...confirming} onWithdraw={onWithdraw} onSign={onSign} />
      ) : phase.is_overdue ? (
        <>
          <span className={styles.warn}>
            <Icon shape={iconWarn} size={30} />
          </span>
          <p className={styles.title} role="alert">
            {text.unknown}
          </p>
          <Button block busy={phase.name === 'completing' && phase.is_asking} onClick={onAsk}>
            {text.ask}
          </Button>
          {/* What is kept on the device is taken up again when the register comes back. */}
          <Button variant="secondary" block onClick={() => go(paths.adminTab('transactions'))}>
            {text.searchSales}
          </Button>
        </>
      ) : (
        <>
          <Spinner size={40} />
          <p className={styles.title} role="status">
            {title}
          </p>
        </>
      )}
    </dialog>
  )
}

/** The customer looks at the same amount on their phone; the register counts with them and may take its question back. */
function Confirming({
  balance,
  points,
  later,
  until,
  onWithdraw,
  onSign,
}: NonNullable<Extract<Phase, { name: 'completing' }>['confirming']> &
  Pick<ProcessingProps, 'onWithdraw' | 'onSign'>) {
  const [isBusy, setBusy] = useState(false)
  const takeBack = () => {
    setBusy(true)
    void onWithdraw().finally(() => setBusy(false))
  }
  const left = useSecondsUntil(until)
  return (
    <>
      <p className={styles.title} role="status">
        {text.confirming}
      </p>
      <p className={styles.taken}>
        {text.confirmingTaken({
          balance: balance > 0 ? yenText(balance) : null,
          points: points > 0 ? pointsText(points) : null,
          later: later > 0 ? yenText(later) : null,
        })}
      </p>
      <div className={styles.countdown}>
        <Countdown
          secondsLeft={left}
          secondsTotal={limits.confirmSeconds}
          label={text.confirmingLeft}
          onCode={false}
        />
      </div>
      <p className={styles.how}>{text.confirmingHow}</p>
      <Button variant="secondary" block busy={isBusy} onClick={takeBack}>
        {text.withdraw}
      </Button>
      {later > 0 && (
        <Button
          variant="quiet"
          block
          disabled={isBusy}
          onClick={() => {
            onSign()
            takeBack()
          }}
        >
          {text.noPhone}
        </Button>
      )}
    </>
  )
}
