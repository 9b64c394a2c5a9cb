import { blockerKinds } from '@shirogane/contract/terms/day-words'
import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { detailDate } from '../../shared/dates/dates.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { Line } from './CashLines.tsx'
import { OverShort } from './OverShort.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

type Props = {
  day: ShopDay
  counted: number
  carry: number
  onClose: () => void
  onConfirm: () => unknown
}

/**
 * The confirmation: what waits, what differs, what stays. Nothing is taken back afterwards but by opening the day
 * again.
 */
export function ConfirmSheet({ day, counted, carry, onClose, onConfirm }: Props) {
  const { blockers } = day
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.confirmTitle}
      description={text.final}
      footer={
        <WriteButton block disabled={blockers.length > 0} onClick={onConfirm}>
          {text.confirm}
        </WriteButton>
      }
    >
      {blockers.length > 0 && (
        <InfoStrip
          icon={iconWarn}
          tone="warn"
          role="alert"
          title={text.blockers}
          text={blockerKinds
            .map((kind) => [kind, blockers.filter((blocker) => blocker.kind === kind)] as const)
            .filter(([, waiting]) => waiting.length > 0)
            .map(([kind, waiting]) => {
              const names = waiting.flatMap(({ name }) => name ?? [])
              return text[kind](waiting.length) + (names.length > 0 ? `（${names.join('、')}）` : '')
            })
            .join('　')}
        />
      )}
      <dl className={styles.lines}>
        <Line name={text.store} value={day.store.name} />
        <Line name={text.date} value={detailDate(day.date)} />
        <Line name={text.counted} value={yenSign(counted)} />
        <Line name={text.expected} value={yenSign(day.cash.expected)} />
        <Line name={text.carry} value={yenSign(carry)} />
        <Line name={text.deposit} value={yenSign(counted - carry)} />
      </dl>
      <OverShort difference={counted - day.cash.expected} approvalFrom={day.approval_from} />
    </Sheet>
  )
}
