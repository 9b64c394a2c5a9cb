import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconPlus } from '@shirogane/ui/icons/icons'
import { Row } from '@shirogane/ui/data/Row'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { cardsQuery, expiryOf, expiryText, numberText } from '../shared/cards/cards.ts'
import { CardTag } from '../shared/cards/CardTag.tsx'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './payment-methods.module.css'

/** The cards that charge the balance. */
export default function MethodsScreen() {
  const cards = useQuery(cardsQuery())
  if (cards.isLoadingError)
    return <ErrorPanel message={serverMessageOf(cards.error)} onRetry={() => cards.refetch()} />
  const items = cards.data?.items ?? []
  const add = (
    <ButtonLink
      block={items.length > 0}
      variant="secondary"
      icon={iconPlus}
      render={linkTo(paths.paymentMethodNew())}
    >
      {text.add}
    </ButtonLink>
  )
  return (
    <div className={styles.screen}>
      <Pending isPending={cards.isPending} skeleton={<Skeleton height={134} />}>
        {() =>
          items.length === 0 ? (
            <EmptyState picture="dish" title={text.none} action={add}>
              {text.noneBody}
            </EmptyState>
          ) : (
            <>
              <Card as="ul" aria-label={text.cards} className={styles.rows}>
                {items.map((card) => (
                  <li key={card.id}>
                    <CardRow card={card} />
                  </li>
                ))}
              </Card>
              {add}
            </>
          )
        }
      </Pending>
    </div>
  )
}

function CardRow({ card }: { card: PaymentMethod }) {
  const state = expiryOf(card)
  return (
    <Row
      picture={<CardTag brand={card.brand} />}
      title={card.nickname === null ? numberText(card) : `${card.nickname} ${numberText(card)}`}
      badge={
        state === 'expired' ? (
          <Chip small tone="bad">
            {text.expired}
          </Chip>
        ) : state === 'soon' ? (
          <Chip small tone="warn">
            {text.soon}
          </Chip>
        ) : undefined
      }
      meta={text.expires(expiryText(card))}
      end={card.default ? <Chip tone="accent">{text.main}</Chip> : undefined}
      render={linkTo(paths.paymentMethod(card.id))}
    />
  )
}
