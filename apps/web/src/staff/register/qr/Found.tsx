import { Amount } from '@shirogane/ui/data/Amount'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconGift, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { RankMedal } from '@shirogane/ui/data/RankMedal'
import { detailTime } from '../../../shared/dates/dates.ts'
import { useGo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { KycChip } from '../../shared/people/KycChip.tsx'
import { StatusChip } from '../../sales/SalesTable.tsx'
import { forwardCode } from '../../shared/scanner/forwarded.ts'
import { text } from './text.ts'
import type { Reading } from './use-reading.ts'
import styles from './qr.module.css'

type FoundProps = { reading: Reading; onAgain: () => void; onVerify: (token: string) => void }

/** What was read, and the ways on from it. */
export function Found({ reading, onAgain, onVerify }: FoundProps) {
  const go = useGo()
  const toRegister = (code: string) => {
    forwardCode(code)
    go(paths.adminRegister())
  }
  if (reading.kind === 'unknown') {
    return (
      <Card className={styles.card}>
        <InfoStrip icon={iconWarn} tone="bad" title={reading.message} role="alert" />
        {reading.shown !== '' && <p className={`figures ${styles.code}`}>{reading.shown}</p>}
        <Button variant="secondary" onClick={onAgain}>
          {text.again}
        </Button>
      </Card>
    )
  }
  if (reading.kind === 'unverified') {
    return (
      <Card className={styles.card}>
        <InfoStrip icon={iconWarn} tone="warn" title={text.unverified} />
        <Button onClick={() => onVerify(reading.token)}>{text.verify}</Button>
      </Card>
    )
  }
  if (reading.kind === 'member') {
    const { name, avatar, level, wallet, notes, birth_month, kyc_status } = reading.customer
    return (
      <Card className={styles.card}>
        <div className={styles.who}>
          <Avatar name={name} src={avatar} size={52} ring />
          <div>
            <h3 className={styles.name}>{text.sama(name)}</h3>
            <p className={styles.chips}>
              <Chip icon={<RankMedal rank={level.current_level} size={14} />}>{level.name}</Chip>
              {birth_month === true && <Chip icon={iconGift}>{text.birthMonth}</Chip>}
              <KycChip status={kyc_status} />
              {notes.map((note) => (
                <Chip key={note} tone="warn">
                  {note}
                </Chip>
              ))}
            </p>
          </div>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>{text.balance}</dt>
            <dd>
              <Amount value={wallet.balance} unit="¥" size="m" />
            </dd>
          </div>
          <div>
            <dt>{text.points}</dt>
            <dd>
              <Amount value={wallet.point_balance} unit="pt" size="m" />
            </dd>
          </div>
        </dl>
        <div className={styles.acts}>
          <Button onClick={() => toRegister(reading.token)}>{text.sell}</Button>
          <Button
            variant="secondary"
            onClick={() => {
              forwardCode(reading.token)
              go(paths.adminRegister('point'))
            }}
          >
            {text.grant}
          </Button>
        </div>
      </Card>
    )
  }
  if (reading.kind === 'receipt') {
    const { sale } = reading
    const isRefundable = sale.type === undefined && sale.refundable > 0
    return (
      <Card className={styles.card}>
        <p className={styles.chips}>
          <StatusChip row={sale} />
          <span className="figures">{sale.number}</span>
        </p>
        <Amount value={sale.refund === undefined ? sale.spent_total : -sale.spent_total} unit="¥" size="l" />
        <p className={styles.small}>
          {detailTime(sale.completed_at ?? sale.created_at)}　
          {sale.member === null ? text.noMember : text.sama(sale.member.name)}　{sale.employee?.name}
        </p>
        <div className={styles.acts}>
          {isRefundable && (
            <Button onClick={() => go(paths.adminRegister('refund', { id: sale.id }))}>{text.refund}</Button>
          )}
          <Button
            variant="secondary"
            onClick={() => go(paths.adminTab('transactions', { id: sale.id, date: 'all', q: sale.number }))}
          >
            {text.details}
          </Button>
        </div>
      </Card>
    )
  }
  const { sku } = reading
  return (
    <Card className={styles.card}>
      <h3 className={styles.name}>{sku.name}</h3>
      <p className={`figures ${styles.small}`}>{sku.sku}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{text.price}</dt>
          <dd>
            <Amount value={sku.price} unit="¥" size="m" />
          </dd>
        </div>
        {sku.stock !== null && (
          <>
            <div>
              <dt>{text.quantity}</dt>
              <dd className={styles.pieces}>{text.pieces(sku.stock.quantity)}</dd>
            </div>
            <div>
              <dt>{text.available}</dt>
              <dd className={styles.pieces}>{text.pieces(sku.stock.available)}</dd>
            </div>
          </>
        )}
      </dl>
      {!sku.active && <InfoStrip icon={iconWarn} tone="warn" title={text.inactive} />}
      <div className={styles.acts}>
        {sku.active && <Button onClick={() => toRegister(sku.barcode ?? sku.sku)}>{text.toCart}</Button>}
        <Button variant="secondary" onClick={() => go(paths.adminInventory(sku.id))}>
          {text.stock}
        </Button>
      </div>
    </Card>
  )
}
