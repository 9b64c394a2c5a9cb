import type { Discount } from '@shirogane/contract/terms/sale-terms'
import { buyerNeededFrom } from '@shirogane/contract/terms/buyback-words'
import { limits } from '@shirogane/contract/rules/limits'
import { Amount } from '@shirogane/ui/data/Amount'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { classNames } from '@shirogane/ui/class-names'
import { Icon } from '@shirogane/ui/icons/Icon'
import { IconButton } from '@shirogane/ui/actions/IconButton'
import { iconKeypad, iconPark, iconScan, iconTag, iconTrash } from '@shirogane/ui/icons/icons-staff'
import { QuantityStepper } from '@shirogane/ui/inputs/QuantityStepper'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useEffect, useRef } from 'react'
import type { Line, Totals } from './cart.ts'
import { ArticlePicture } from '../../shared/articles/ArticlePicture.tsx'
import { text } from '../text.ts'
import styles from './Cart.module.css'

/** From so few pieces on the clerk is told how many there are. */
const fewPieces = 3

type CartProps = {
  lines: readonly Line[]
  totals: Totals
  /** What is taken off the whole sale. */
  discount: Discount | null
  selected: string | null
  onSelect: (key: string) => void
  onQuantity: (key: string, quantity: number) => void
  onRemove: (line: Line) => void
  onClear: () => void
  /** Everything about one line. */
  onOpen: (line: Line) => void
  onDiscount: () => void
  onHold: () => void
  /** How many carts of the store wait. */
  /** There is something to take back even without a line: a scanned member. */
  canClear: boolean
  /** What was read and is being looked up. */
  looking: readonly string[]
}

export function Cart({
  lines,
  totals,
  discount,
  selected,
  onSelect,
  onQuantity,
  onRemove,
  onClear,
  onOpen,
  onDiscount,
  onHold,
  canClear,
  looking,
}: CartProps) {
  const { kinds, pieces } = totals
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The line that was touched last stays in view, also when it was scanned far below.
    if (selected !== null)
      list.current
        ?.querySelector(`[data-line="${CSS.escape(selected)}"]`)
        ?.scrollIntoView({ block: 'nearest' })
  }, [selected, lines])
  return (
    <Card as="section" aria-label={text.cart} className={styles.cart}>
      <div className={styles.head} aria-hidden="true">
        <span className={styles.grow}>{text.product}</span>
        <span className={styles.headQuantity}>{text.quantity}</span>
        <span className={styles.headPrice}>{text.unitPrice}</span>
        <span className={styles.headSubtotal}>{text.subtotal}</span>
        <span className={styles.headRemove} />
      </div>
      {lines.length === 0 && looking.length === 0 ? (
        <div className={styles.idle}>
          <Icon shape={iconScan} size={30} />
          <p>{text.idle}</p>
        </div>
      ) : (
        <ul ref={list} className={styles.lines}>
          {lines.map((line, index) => (
            <li
              key={line.key}
              data-line={line.key}
              className={classNames(styles.line, line.key === selected && styles.selected)}
              aria-current={line.key === selected || undefined}
              onPointerDown={() => onSelect(line.key)}
            >
              {line.picture === null ? (
                <span className={styles.typed}>
                  <Icon shape={iconKeypad} size={24} />
                </span>
              ) : (
                <ArticlePicture picture={line.picture} photo={line.photo} size={48} />
              )}
              <button type="button" className={styles.name} onClick={() => onOpen(line)}>
                <b>{line.name}</b>
                <span className={styles.sku}>
                  {[line.sku, line.weight_mg !== null && text.grams(line.weight_mg), line.note]
                    .filter(Boolean)
                    .join('・')}
                </span>
                {line.piece && (
                  <Chip small tone={line.unit_price >= buyerNeededFrom ? 'warn' : 'neutral'}>
                    {line.unit_price >= buyerNeededFrom ? text.pieceAsk : text.piece}
                  </Chip>
                )}
                {line.stock !== null && line.stock < line.quantity + fewPieces && (
                  <Chip small tone={line.stock < line.quantity ? 'bad' : 'neutral'}>
                    {text.left(Math.max(0, line.stock))}
                  </Chip>
                )}
                {line.discount !== null && (
                  <span className={styles.off}>
                    {text.discountOff(totals.lines[index]?.line_discount ?? 0)}（
                    {text.discountReasons[line.discount.reason]}）
                  </span>
                )}
                <span className="visuallyHidden">{text.openLine}</span>
              </button>
              <QuantityStepper
                className={styles.quantity}
                label={text.quantityOf(line.name)}
                value={line.quantity}
                min={1}
                max={limits.quantityMax}
                onChange={(quantity) => onQuantity(line.key, quantity)}
              />
              <span className={styles.price}>
                <span className="visuallyHidden">{text.unitPrice}</span>
                <Amount value={line.unit_price} unit="¥" size="text" />
              </span>
              <span className={styles.subtotal}>
                <span className="visuallyHidden">{text.subtotal}</span>
                <Amount
                  value={line.unit_price * line.quantity - (totals.lines[index]?.line_discount ?? 0)}
                  unit="¥"
                  size="text"
                />
              </span>
              <IconButton
                className={styles.remove}
                icon={iconTrash}
                label={text.remove(line.name)}
                onClick={() => onRemove(line)}
              />
            </li>
          ))}
          {looking.map((code, index) => (
            // The same code may be read twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${code} ${index}`} className={styles.line} role="status">
              <span className={styles.typed}>
                <Spinner size={18} />
              </span>
              <span className={styles.name}>
                <b>{text.articleLoading}</b>
                <span className={styles.sku}>{code}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <button type="button" className={styles.clear} disabled={!canClear} onClick={onClear}>
          <Icon shape={iconTrash} size={18} />
          {text.clearAll}
        </button>
        <button
          type="button"
          className={styles.act}
          disabled={lines.length === 0}
          aria-pressed={discount !== null}
          onClick={onDiscount}
        >
          <Icon shape={iconTag} size={18} />
          {text.discount}
        </button>
        <button type="button" className={styles.act} aria-keyshortcuts="F8" onClick={onHold}>
          <Icon shape={iconPark} size={18} />
          {text.hold}
        </button>
        <span className={styles.counts}>{text.counts(kinds, pieces)}</span>
      </div>
    </Card>
  )
}
