import type { BuybackDetails } from '@shirogane/contract/resources/brand/buybacks'
import { gradeNames, kindNames, wayNames } from '@shirogane/contract/terms/buyback-words'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { useState } from 'react'
import { detailDate, todayInTokyo } from '../../shared/dates/dates.ts'
import { yenText } from '../../shared/money/money.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { Photos } from './Photos.tsx'
import { BuyerSheet, DisposeSheet, StockSheet } from './piece-sheets.tsx'
import { text } from './text.ts'
import styles from './buyback.module.css'

type Item = BuybackDetails['items'][number]
export type Attempt = (run: () => Promise<BuybackDetails>, done?: string) => Promise<void>

/** One piece of a purchase: what it is, where it is now, and what may be done with it. */
export function BoughtPiece({
  buyback,
  item,
  mayBuy,
  onChange,
  attempt,
}: {
  buyback: BuybackDetails
  item: Item
  mayBuy: boolean
  onChange: (next: BuybackDetails, done: string) => void
  attempt: Attempt
}) {
  const [sheet, setSheet] = useState<'stock' | 'dispose' | 'buyer' | null>(null)
  const isHere = buyback.reversal === null && item.way === null
  const isFree = isHere && item.held_until < todayInTokyo()
  const close = () => setSheet(null)
  const done = (message: string) => (next: BuybackDetails) => {
    close()
    onChange(next, message)
  }
  return (
    <li className={styles.piece}>
      <span>
        <b>{item.name}</b>（{kindNames[item.kind]}・{item.fineness}‰・{text.pieces(item.quantity)}）
        <br />
        {text.grams(item.net_weight_mg)} × {text.rate(item.rate_bp)} = {yenText(item.amount)}
        <br />
        {gradeNames[item.grade]}・{item.features}
        {item.serial !== null && `・${item.serial}`}
      </span>
      <Whereabouts buyback={buyback} item={item} />
      <Photos id={buyback.id} item={item} mayAdd={mayBuy && isHere} attempt={attempt} />
      {mayBuy && (
        <div className={styles.acts}>
          {isFree && item.article === null && buyback.status === 'paid' && (
            <Button size="s" onClick={() => setSheet('stock')}>
              {text.toStock}
            </Button>
          )}
          {isFree && (
            <Button size="s" variant="secondary" onClick={() => setSheet('dispose')}>
              {text.dispose}
            </Button>
          )}
          {item.sale !== null && item.sale.buyer === null && (
            <Button
              size="s"
              variant={item.sale.needs_buyer ? 'primary' : 'secondary'}
              onClick={() => setSheet('buyer')}
            >
              {text.writeBuyer}
            </Button>
          )}
        </div>
      )}
      {sheet === 'stock' && (
        <StockSheet id={buyback.id} item={item} onClose={close} onDone={done(text.stockedDone)} />
      )}
      {sheet === 'dispose' && (
        <DisposeSheet id={buyback.id} item={item} onClose={close} onDone={done(text.disposedDone)} />
      )}
      {sheet === 'buyer' && (
        <BuyerSheet id={buyback.id} item={item} onClose={close} onDone={done(text.buyerDone)} />
      )}
    </li>
  )
}

/** Where a piece is, or how it left: by its sale, with the buyer who has it now, or by hand. */
function Whereabouts({ buyback, item }: { buyback: BuybackDetails; item: Item }) {
  if (buyback.reversal !== null) return <p className={styles.where}>{text.reversedChip}</p>
  const { way, article, sale } = item
  return (
    <p className={styles.where}>
      {way !== null && item.disposed_on !== null && (
        <>
          <Chip small>{wayNames[way]}</Chip>{' '}
          {text.disposed(detailDate(item.disposed_on), item.disposed_to ?? '')}
        </>
      )}
      {way === null && article === null && text.heldUntil(detailDate(item.held_until))}
      {way === null && article !== null && (
        <>
          <Chip small tone="accent">
            {text.onSale}
          </Chip>{' '}
          {text.onSaleSince(detailDate(article.on), yenText(article.price))}
        </>
      )}
      {sale !== null && (
        <>
          <br />
          {text.saleLine(yenText(sale.amount))}{' '}
          <AppLink to={paths.adminTab('transactions', { id: sale.id })} className="figures">
            {sale.number}
          </AppLink>
          {sale.member !== null && `　${text.member} ${sale.member}`}
          {sale.buyer !== null && (
            <>
              <br />
              {sale.buyer.address}
              <br />
              {sale.buyer.name}・{sale.buyer.occupation}・{text.age(sale.buyer.age)}
            </>
          )}
        </>
      )}
      {article !== null && (
        <>
          <br />
          <AppLink to={paths.adminInventory(article.id)} className="figures">
            {article.sku}
          </AppLink>
        </>
      )}
      {sale?.needs_buyer === true && (
        <>
          <br />
          <Chip small tone="warn">
            {text.needsBuyer}
          </Chip>
        </>
      )}
    </p>
  )
}
