import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconPlus } from '@shirogane/ui/icons/icons'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { expiryOf, expiryText, numberText } from '../../shared/cards/cards.ts'
import { CardTag } from '../../shared/cards/CardTag.tsx'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './charge.module.css'

type MethodSheetProps = {
  /** Where a customer who adds a card comes back to. */
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
