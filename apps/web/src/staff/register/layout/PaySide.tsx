import { classNames } from '@shirogane/ui/class-names'
import type { ReactNode } from 'react'
import { ChangePanel } from '../tender/ChangePanel.tsx'
import { ConfirmButton } from '../complete/ConfirmButton.tsx'
import { PayPane } from '../tender/PayPane.tsx'
import styles from '../Register.module.css'
import { text } from '../text.ts'
import type { SaleState } from '../machine/sale-state.ts'
import { TotalPlate } from '../tender/TotalPlate.tsx'
import type { Due } from '../tender/use-due.ts'
import type { useFigures } from '../tender/use-figures.ts'

type PaySideProps = {
  state: SaleState
  due: Due
  figures: ReturnType<typeof useFigures>
  isAway: boolean
  /** Here as well where the other half of the screen is out of sight. */
  strip: ReactNode
  memberPanel: ReactNode
  onDefer: () => void
  onConfirm: () => void
}

/** The half with the money: whose sale it is, what it comes to, and how it is paid. */
export function PaySide({
  state,
  due,
  figures,
  isAway,
  strip,
  memberPanel,
  onDefer,
  onConfirm,
}: PaySideProps) {
  const { entered, active, member } = state
  const { totals, bill } = due
  return (
    <section className={classNames(styles.right, isAway && styles.away)} aria-label={text.payPane}>
      {strip}
      {memberPanel}
      <TotalPlate total={totals.total} discount={totals.discount} preview={due.preview} />
      <PayPane
        bill={bill}
        entered={entered}
        active={active}
        available={due.available}
        hasMember={member !== null}
        onActivate={figures.activate}
        onEnter={figures.enter}
        onKey={figures.press}
        onDefer={onDefer}
      />
      <ChangePanel bill={bill} />
      <ConfirmButton
        total={totals.total}
        canConfirm={due.canConfirm}
        isCutOff={due.isCutOff}
        reason={due.reason}
        onConfirm={onConfirm}
      />
    </section>
  )
}
