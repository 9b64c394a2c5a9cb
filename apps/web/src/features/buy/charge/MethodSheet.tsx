import type { PaymentMethod } from '@shirogane/contract/payment-methods'
import { ButtonLink } from '@shirogane/ui/Button'
import { Chip } from '@shirogane/ui/Chip'
import { iconPlus } from '@shirogane/ui/icons'
import { Sheet } from '@shirogane/ui/Sheet'
import { expiryOf, expiryText, numberText } from '../../../lib/cards.ts'
import { CardTag } from '../../../lib/CardTag.tsx'
import { linkTo } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { text } from './text.ts'
import styles from './charge.module.css'

type MethodSheetProps = {
  /** Where whoever adds a card comes back to. */
  back: string
  cards: readonly PaymentMethod[]
  chosen: string | undefined
  onChoose: (id: string) => void
  onClose: () => void
}

/** M21: which card. */
export function MethodSheet({ back, cards, chosen, onChoose, onClose }: MethodSheetProps) {
  return (
    <Sheet
      isOpen
      title={text.choose}
      onClose={onClose}
      footer={
        <ButtonLink block variant="secondary" icon={iconPlus} render={linkTo(paths.paymentMethodNew(back))}>
          {text.addCard}
        </ButtonLink>
      }
    >
      <div role="radiogroup" aria-label={text.choose} className={styles.choices}>
        {cards.map((card) => {
          const isExpired = expiryOf(card) === 'expired'
          return (
            <label key={card.id} className={styles.choice} data-disabled={isExpired || undefined}>
              <input
                type="radio"
                name="method"
                value={card.id}
                checked={card.id === chosen}
                disabled={isExpired}
                onChange={() => onChoose(card.id)}
                // The one that is chosen already changes nothing, and is still an answer.
                onClick={() => card.id === chosen && onClose()}
              />
              <CardTag brand={card.brand} />
              <span className={styles.cardText}>
                <b>{numberText(card)}</b>
                <span>{card.nickname ?? text.expires(expiryText(card))}</span>
              </span>
              {isExpired ? (
                <Chip tone="bad">{text.expired}</Chip>
              ) : (
                card.default && <Chip tone="accent">{text.main}</Chip>
              )}
            </label>
          )
        })}
      </div>
    </Sheet>
  )
}
