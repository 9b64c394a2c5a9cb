import { type CashPiece, cashPieces } from '@shirogane/domain/days/count-cash'
import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconPlus } from '@shirogane/ui/icons/icons'
import { iconMinus } from '@shirogane/ui/icons/icons-lazy'
import { NumberComplaint } from '@shirogane/ui/inputs/NumberInput'
import { useNumberInput } from '@shirogane/ui/inputs/use-number-input'
import type { KeyboardEvent } from 'react'
import { type Counts, piecesMax, sumOf } from './counts.ts'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

type Props = {
  counts: Counts
  onChange: (counts: Counts) => void
}

/** Ten rows of coins and notes. */
export function CountTable({ counts, onChange }: Props) {
  return (
    <div className={styles.counts} data-count>
      <div className={styles.countHead}>
        <span>{text.piece}</span>
        <span className={styles.middle}>{text.pieces}</span>
        <span className={styles.end}>{text.amount}</span>
      </div>
      {cashPieces.map((piece) => (
        <CountRow
          key={piece}
          piece={piece}
          count={counts[piece]}
          onChange={(count) => onChange({ ...counts, [piece]: count })}
        />
      ))}
      <div className={styles.total}>
        <span>{text.counted}</span>
        <output className={styles.totalSum}>{yenSign(sumOf(counts))}</output>
      </div>
    </div>
  )
}

/** Enter goes one row down, so that a count is typed without leaving the number keys. */
function focusNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
  event.preventDefault()
  const inputs = [...event.currentTarget.closest('[data-count]')!.querySelectorAll('input')]
  inputs[inputs.indexOf(event.currentTarget) + 1]?.focus()
}

type CountRowProps = { piece: CashPiece; count: number; onChange: (count: number) => void }

function CountRow({ piece, count, onChange }: CountRowProps) {
  const { inputProps, complaint } = useNumberInput({
    value: count,
    onChange: (entered) => onChange(entered ?? 0),
    max: piecesMax,
    selects: true,
  })
  return (
    <>
      <div className={styles.countRow}>
        <span className={styles.piece}>
          <span className={piece >= 1_000 ? styles.bill : styles.coin} aria-hidden="true" />
          {yenSign(piece)}
        </span>
        <span className={classNames(styles.stepper, complaint !== null && styles.stepperWrong)}>
          <button
            type="button"
            className={styles.step}
            aria-label={text.less(piece)}
            disabled={count === 0}
            onClick={() => onChange(count - 1)}
          >
            <Icon shape={iconMinus} size={18} />
          </button>
          <input
            {...inputProps}
            className={styles.pieces}
            aria-label={text.piecesOf(piece)}
            aria-invalid={complaint === null ? undefined : true}
            aria-describedby={complaint?.id}
            onKeyDown={focusNext}
          />
          <button
            type="button"
            className={styles.step}
            aria-label={text.more(piece)}
            disabled={count === piecesMax}
            onClick={() => onChange(count + 1)}
          >
            <Icon shape={iconPlus} size={18} />
          </button>
        </span>
        <span className={count === 0 ? styles.zero : styles.sum}>{yenSign(piece * count)}</span>
      </div>
      <NumberComplaint complaint={complaint} />
    </>
  )
}
