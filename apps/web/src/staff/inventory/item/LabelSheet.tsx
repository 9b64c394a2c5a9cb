import { falseClaim } from '@shirogane/contract/inputs/silver-names'
import { Button } from '@shirogane/ui/actions/Button'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { yenText } from '../../../shared/money/money.ts'
import { Bars } from '../../shared/scanner/Bars.tsx'
import { text } from '../text.ts'
import styles from './labels.module.css'

export type Label = {
  id: string
  name: string
  sku: string
  barcode: string
  price: number
  fineness: number | null
  category: string
  copies: number
}
const copiesMax = 200
/** Two dots of a label printer, so that every bar is a whole number of them and none is smeared. */
const moduleMm = 0.25

/**
 * Labels of 50 by 30 mm, one to a page of the label printer: what it is, what it costs, and a code that every register
 * reads.
 */
export function LabelSheet({ labels: asked, onClose }: { labels: readonly Label[]; onClose: () => void }) {
  // A tag is what the customer reads: none is printed that claims another fineness than the articles have.
  const labels = asked.filter(({ name, fineness, category }) => falseClaim(name, fineness, category) === null)
  const wrong = asked.filter((label) => !labels.includes(label))
  const [copies, setCopies] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(labels.map((label) => [label.id, Math.min(copiesMax, Math.max(1, label.copies))])),
  )
  const first = labels[0]
  const total = labels.reduce((sum, { id }) => sum + (copies[id] ?? 0), 0)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.labelTitle}
      description={text.labelHelp}
      footer={
        <Button block disabled={total === 0} onClick={() => window.print()}>
          {text.print}
        </Button>
      }
    >
      {wrong.length > 0 && (
        <InfoStrip
          role="alert"
          icon={iconWarn}
          tone="warn"
          title={text.labelWrong}
          text={wrong.map(({ name }) => name).join('、')}
        />
      )}
      {first && (
        <div className={styles.preview}>
          <Paper label={first} />
        </div>
      )}
      <ul className={styles.choices}>
        {labels.map((label) => (
          <li key={label.id} className={styles.choice}>
            <span>{label.name}</span>
            <QuantityStepper
              label={text.copies(label.name)}
              value={copies[label.id] ?? 0}
              max={copiesMax}
              onChange={(value) => setCopies({ ...copies, [label.id]: value })}
            />
          </li>
        ))}
      </ul>
      {createPortal(
        <div className={styles.printed} aria-hidden="true">
          {labels.flatMap((label) =>
            Array.from({ length: copies[label.id] ?? 0 }, (_, index) => (
              <Paper key={`${label.id} ${String(index)}`} label={label} />
            )),
          )}
        </div>,
        document.body,
      )}
    </Sheet>
  )
}

function Paper({ label }: { label: Label }) {
  return (
    <div className={styles.label}>
      <p className={styles.name}>{label.name}</p>
      <p className={styles.price}>
        {yenText(label.price)} <span>{text.taxIncluded}</span>
      </p>
      <Bars
        text={label.barcode}
        moduleMm={moduleMm}
        className={styles.bars}
        label={`${text.barcode} ${label.barcode}`}
      />
      <p className={styles.digits}>
        <span>{label.barcode}</span>
        <span>{label.sku}</span>
      </p>
    </div>
  )
}
