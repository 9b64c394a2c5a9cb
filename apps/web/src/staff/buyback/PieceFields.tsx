import type { BuybackItemBody } from '@shirogane/contract/resources/brand/buybacks'
import { gradeNames, kindNames } from '@shirogane/contract/terms/buyback-words'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { Output } from '../../shell/api/api.ts'
import { yenText } from '../../shared/money/money.ts'
import { mistakesIn, type Piece } from './piece.ts'
import { text } from './text.ts'
import styles from './buyback.module.css'

type Kind = BuybackItemBody['kind']
type Grade = BuybackItemBody['grade']
const kinds = Object.keys(kindNames) as Kind[]
const grades = Object.keys(gradeNames) as Grade[]
const finenesses = [999, 958, 950, 925, 900, 800] as const

/** One piece of what is sold, and what it is worth. */
export function PieceFields({
  title,
  piece,
  worth,
  onChange,
  onRemove,
}: {
  title: string
  piece: Piece
  worth: Output<'admin.buybackQuote'>['lines'][number] | undefined
  onChange: (piece: Piece) => void
  onRemove: (() => void) | null
}) {
  const mistakes = mistakesIn(piece)
  const set = <Key extends keyof Piece>(key: Key, value: Piece[Key]) => onChange({ ...piece, [key]: value })
  return (
    <fieldset className={styles.piece}>
      <div className={styles.pieceHead}>
        <b>{title}</b>
        {onRemove && (
          <Button size="s" variant="quiet" onClick={onRemove}>
            {text.removeItem}
          </Button>
        )}
      </div>
      <div className={styles.pair}>
        <Field label={text.kind}>
          <Select value={piece.kind} onChange={(event) => set('kind', event.target.value as Kind)}>
            {kinds.map((value) => (
              <option key={value} value={value}>
                {kindNames[value]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.itemName} need="required">
          <TextInput
            value={piece.name}
            maxLength={60}
            onChange={(event) => set('name', event.target.value)}
          />
        </Field>
        <Field label={text.quantity} error={mistakes.quantity ? text.quantityWrong : undefined}>
          <TextInput
            inputMode="numeric"
            value={piece.quantity}
            onChange={(event) => set('quantity', event.target.value)}
          />
        </Field>
        <Field label={text.fineness}>
          <Select value={piece.fineness} onChange={(event) => set('fineness', event.target.value)}>
            {finenesses.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.gross} need="required" error={mistakes.gross ? text.weightWrong : undefined}>
          <TextInput
            inputMode="decimal"
            value={piece.gross}
            onChange={(event) => set('gross', event.target.value)}
          />
        </Field>
        <Field
          label={text.deduction}
          error={
            mistakes.deduction === 'too_heavy'
              ? text.deductionTooMuch
              : mistakes.deduction === 'no_weight'
                ? text.weightWrong
                : undefined
          }
        >
          <TextInput
            inputMode="decimal"
            value={piece.deduction}
            onChange={(event) => set('deduction', event.target.value)}
          />
        </Field>
        <Field label={text.grade}>
          <Select value={piece.grade} onChange={(event) => set('grade', event.target.value as Grade)}>
            {grades.map((value) => (
              <option key={value} value={value}>
                {gradeNames[value]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.serial}>
          <TextInput
            value={piece.serial}
            maxLength={40}
            onChange={(event) => set('serial', event.target.value)}
          />
        </Field>
      </div>
      <Field label={text.features} need="required">
        <TextInput
          value={piece.features}
          maxLength={200}
          onChange={(event) => set('features', event.target.value)}
        />
      </Field>
      {worth !== undefined && (
        <p className={styles.worth}>
          {text.net} {text.grams(worth.net_weight_mg)} × {text.rate(worth.rate_bp)} ={' '}
          <b>{yenText(worth.amount)}</b>
        </p>
      )}
    </fieldset>
  )
}
