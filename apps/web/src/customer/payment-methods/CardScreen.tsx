import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { brandTag, expiryOf, expiryText, numberText } from '../shared/cards/cards.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { detailDate } from '../../shared/dates/dates.ts'
import { linkTo, useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch, transactionListQuery } from '../../shell/queries/queries.ts'
import { TransactionRow } from '../../shared/transactions/TransactionRow.tsx'
import { useIsHere } from '../shared/forms/use-is-here.ts'
import { NoCard } from './NoCard.tsx'
import { text } from './text.ts'
import { useCard } from './use-card.ts'
import styles from './payment-methods.module.css'

export default function CardScreen() {
  const { query, card, isNone } = useCard()
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Skeleton height={252} />
  return card === null ? <NoCard isNone={isNone} /> : <Details card={card} />
}

function Details({ card }: { card: PaymentMethod }) {
  const go = useGo()
  const isHere = useIsHere()
  const toast = useToast()
  const isOnline = useOnline()
  const [asks, setAsks] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const state = expiryOf(card)

  async function makeMain(): Promise<void> {
    setProblem(null)
    try {
      await call('paymentMethods.update', { params: { id: card.id }, body: { default: true } })
      refetch('paymentMethods.saved')
      toast({ message: text.mainChanged, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  async function remove(): Promise<void> {
    setAsks(false)
    setProblem(null)
    try {
      await call('paymentMethods.remove', { params: { id: card.id } })
      refetch('paymentMethods.saved')
      toast({ message: text.removed, kind: 'ok' })
      if (isHere()) go(paths.paymentMethods(), { replace: true })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <div className={styles.screen}>
      <Plate className={styles.plate}>
        <div className={styles.plateHead}>
          <span className={styles.plateName}>{card.nickname ?? brandTag(card.brand)}</span>
          {card.default && <Chip tone="accent">{text.main}</Chip>}
        </div>
        <p className={styles.plateNumber}>{numberText(card)}</p>
        <div className={styles.plateFoot}>
          <span>{text.expires(expiryText(card))}</span>
          <span>{brandTag(card.brand)}</span>
        </div>
      </Plate>
      <Problem message={problem} />
      <Card>
        <Pairs inset>
          <div>
            <dt>{text.since}</dt>
            <dd className="figures">{detailDate(card.created_at)}</dd>
          </div>
          {state !== 'good' && (
            <div>
              <dt>{text.expiry}</dt>
              <dd>
                <Chip tone={state === 'expired' ? 'bad' : 'warn'}>
                  {state === 'expired' ? text.expired : text.soon}
                </Chip>
              </dd>
            </div>
          )}
        </Pairs>
      </Card>
      <Charges card={card} />
      <div className={styles.buttons}>
        <ButtonLink block variant="secondary" render={linkTo(paths.paymentMethodEdit(card.id))}>
          {text.edit}
        </ButtonLink>
        {!card.default && (
          <Button block variant="tonal" disabled={!isOnline} onClick={makeMain}>
            {text.makeMain}
          </Button>
        )}
        <Button block variant="quiet" disabled={!isOnline} onClick={() => setAsks(true)}>
          {text.remove}
        </Button>
      </div>
      {asks && (
        <AlertDialog
          isOpen
          destructive
          title={text.removeAsk}
          confirmLabel={text.removeIt}
          cancelLabel={text.cancel}
          onConfirm={remove}
          onCancel={() => setAsks(false)}
        >
          {text.removeBody}
        </AlertDialog>
      )}
    </div>
  )
}

/** The newest charges with this card, among the newest of all. */
function Charges({ card }: { card: PaymentMethod }) {
  const list = useInfiniteQuery(transactionListQuery({ filter: 'charge' }))
  const page = list.data?.pages[0]
  if (page === undefined) return null
  // A copy that an earlier version saved on the phone knows no charges under way.
  const { unsettled = [] } = page as { unsettled?: typeof page.items }
  const charges = [...unsettled, ...page.items]
    .filter((one) => one.card?.payment_method_id === card.id)
    .slice(0, 5)
  return (
    <>
      <h2 className={styles.heading}>{text.recent}</h2>
      <Card>
        {charges.length === 0 ? (
          <p className={styles.empty}>{text.noCharges}</p>
        ) : (
          charges.map((one) => <TransactionRow key={one.id} transaction={one} />)
        )}
      </Card>
    </>
  )
}
