import type { RefundPreview, Restock } from '@shirogane/contract/resources/sales/refunds'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import { longDate } from '../../../shared/dates/dates.ts'
import { notReturnable } from '../../shared/articles/article-text.ts'
import { text } from './text.ts'
import type { Return } from './use-return.ts'
import type { ChosenLine, Share, Way } from './use-share.ts'
import styles from './refund.module.css'

type Line = RefundPreview['lines'][number]

const restocks: readonly Restock[] = ['resale', 'damaged', 'hold']

/** The choice of what goes back: articles and what becomes of them, or an amount. */
export function ShareFields({ whole, back }: { whole: RefundPreview; back: Return }) {
  const { share, choose } = back
  return (
    <>
      <div className={styles.how}>
        <Segmented<Way>
          label={text.how}
          options={[
            { value: 'items', label: text.byItems },
            { value: 'amount', label: text.byAmount },
          ]}
          value={share.way}
          onChange={share.setWay}
        />
        {share.way === 'items' && (
          <Button
            variant="secondary"
            size="s"
            onClick={() => {
              for (const { line, refundable_quantity } of whole.lines)
                choose(line, { quantity: refundable_quantity })
            }}
          >
            {text.whole}
          </Button>
        )}
      </div>
      {share.way === 'items' ? (
        <ul className={styles.lines}>
          {whole.lines.map((line) => (
            <LineRow
              key={line.line}
              line={line}
              until={whole.return_until}
              chosen={share.chosen[line.line]}
              onChoose={choose}
            />
          ))}
        </ul>
      ) : (
        <AmountField most={whole.total} share={share} isChecked={back.isChecked} />
      )}
    </>
  )
}

function AmountField({ most, share, isChecked }: { most: number; share: Share; isChecked: boolean }) {
  const { amount, entered, setEntered } = share
  const isMissing = isChecked && amount === 0 && entered !== undefined
  return (
    <Field
      label={text.amount}
      helper={text.amountHelp(most)}
      error={amount > most ? text.amountMost(most) : isMissing && text.amountNeeded}
    >
      <NumberInput value={entered} onChange={setEntered} />
    </Field>
  )
}

function LineRow({
  line,
  until,
  chosen,
  onChoose,
}: {
  line: Line
  /** The last day on which articles of this sale come back. */
  until: string | null
  chosen: ChosenLine | undefined
  onChoose: (line: number, change: Partial<ChosenLine>) => void
}) {
  const quantity = chosen?.quantity ?? 0
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <b>{line.name}</b>
        <span className={styles.small}>
          {text.sold(line.quantity, line.unit_price)}
          {line.refunded_quantity > 0 && `　${text.gone(line.refunded_quantity)}`}
        </span>
        {line.not_returnable !== null ? (
          <Chip small tone="warn">
            {text.notReturnable(notReturnable[line.not_returnable])}
          </Chip>
        ) : (
          until !== null && <span className={styles.small}>{text.returnUntil(longDate(until))}</span>
        )}
      </span>
      <Amount value={line.refundable} unit="¥" size="row" />
      <QuantityStepper
        label={text.quantityOf(line.name)}
        value={quantity}
        max={line.refundable_quantity}
        disabled={line.refundable_quantity === 0}
        onChange={(next) => onChoose(line.line, { quantity: next })}
      />
      {quantity > 0 && line.sku_id !== null && (
        <span className={styles.restock}>
          <Select
            size="s"
            aria-label={text.restockOf(line.name)}
            value={chosen?.restock ?? 'resale'}
            onChange={(event) => onChoose(line.line, { restock: event.target.value as Restock })}
          >
            {restocks.map((one) => (
              <option key={one} value={one}>
                {text.restock[one]}
              </option>
            ))}
          </Select>
        </span>
      )}
    </li>
  )
}
