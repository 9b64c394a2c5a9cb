import { cashPieces } from '@shirogane/contract/day-words'
import { Icon } from '@shirogane/ui/Icon'
import { iconPlus } from '@shirogane/ui/icons'
import { iconMinus } from '@shirogane/ui/icons-later'
import type { KeyboardEvent } from 'react'
import { type Counts, piecesFrom, sumOf } from './counts.ts'
import { yenSign } from '../money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

type Props = {
  counts: Counts
  onChange: (counts: Counts) => void
}

/** Ten rows of coins and notes. Enter goes one down, so that a count is typed without leaving the number keys. */
export function CountTable({ counts, onChange }: Props) {
  const down = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    const inputs = [...event.currentTarget.closest('[data-count]')!.querySelectorAll('input')]
    const next = inputs[inputs.indexOf(event.currentTarget) + 1]
    next?.focus()
    next?.select()
  }
  return (
    <div className={styles.counts} data-count>
      <div className={styles.countHead}>
        <span>{text.piece}</span>
        <span className={styles.middle}>{text.pieces}</span>
        <span className={styles.end}>{text.amount}</span>
      </div>
      {cashPieces.map((piece) => {
        const set = (count: number) => onChange({ ...counts, [piece]: Math.min(99_999, Math.max(0, count)) })
        return (
          <div key={piece} className={styles.countRow}>
            <span className={styles.piece}>
              <span className={piece >= 1_000 ? styles.bill : styles.coin} aria-hidden="true" />
              {yenSign(piece)}
            </span>
            <span className={styles.stepper}>
              <button
                type="button"
                className={styles.step}
                aria-label={text.less(piece)}
                disabled={counts[piece] === 0}
                onClick={() => set(counts[piece] - 1)}
              >
                <Icon shape={iconMinus} size={18} />
              </button>
              <input
                className={styles.pieces}
                inputMode="numeric"
                autoComplete="off"
                aria-label={text.piecesOf(piece)}
                value={String(counts[piece])}
                onFocus={(event) => event.currentTarget.select()}
                onChange={(event) => set(piecesFrom(event.target.value))}
                onKeyDown={down}
              />
              <button
                type="button"
                className={styles.step}
                aria-label={text.more(piece)}
                onClick={() => set(counts[piece] + 1)}
              >
                <Icon shape={iconPlus} size={18} />
              </button>
            </span>
            <span className={counts[piece] === 0 ? styles.zero : styles.sum}>
              {yenSign(piece * counts[piece])}
            </span>
          </div>
        )
      })}
      <div className={styles.total}>
        <span>{text.counted}</span>
        <output className={styles.totalSum}>{yenSign(sumOf(counts))}</output>
      </div>
    </div>
  )
}
