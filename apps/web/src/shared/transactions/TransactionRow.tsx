import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { Chip } from '@shirogane/ui/data/Chip'
import { Row } from '@shirogane/ui/data/Row'
import { listTime } from '../dates/dates.ts'
import { signedPointsText } from '../money/money.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useHidden } from '../device/privacy.ts'
import { viewOf } from './transaction-view.ts'

export function TransactionRow({
  transaction,
  className,
}: {
  transaction: Transaction
  className?: string | undefined
}) {
  const { icon, tone, title, kind, chip, main, points } = viewOf(transaction)
  const isHidden = useHidden()
  return (
    <Row
      icon={icon}
      tone={tone}
      title={title}
      className={className}
      {...(chip && {
        badge: (
          <Chip tone={chip.tone} small>
            {chip.text}
          </Chip>
        ),
      })}
      meta={
        <>
          <span className="figures">{listTime(transaction.completed_at ?? transaction.created_at)}</span>・
          {kind}
        </>
      }
      {...(main && {
        end: (
          <Amount
            value={main.value}
            unit={main.unit}
            size="row"
            sign="always"
            incoming={main.value > 0}
            hidden={isHidden}
          />
        ),
      })}
      {...(points !== null && !isHidden && { endMeta: signedPointsText(points) })}
      render={linkTo(paths.transaction(transaction.id))}
    />
  )
}
