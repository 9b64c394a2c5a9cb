import type { Cashout, CashoutQuota } from '@shirogane/contract/resources/brand/cashouts'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { Pair, Pairs } from '@shirogane/ui/data/Pairs'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailDate, listTime } from '../../shared/dates/dates.ts'
import { yenSign } from '../shared/cash/money.ts'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useList } from '../shared/lists/use-list.ts'
import { AskPane } from './AskPane.tsx'
import { CashoutPane } from './CashoutPane.tsx'
import { cashoutsPageSize, cashoutsQuery } from './queries.ts'
import { text } from './text.ts'
import { statusTones } from './tones.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './cashouts.module.css'

const columns: readonly TableColumn<Cashout>[] = [
  {
    key: 'at',
    header: text.columns.at,
    cell: (row) => <span className="figures">{listTime(row.requested_at)}</span>,
    width: '9rem',
  },
  {
    key: 'member',
    header: text.columns.member,
    cell: (row) => <span className={panes.cut}>{row.user.name}</span>,
  },
  {
    key: 'amount',
    header: text.columns.amount,
    cell: (row) => yenSign(row.amount),
    numeric: true,
    width: '7.5rem',
  },
  {
    key: 'reason',
    header: text.columns.reason,
    cell: (row) => <span className={panes.cut}>{text.reasons[row.reason]}</span>,
  },
  {
    key: 'status',
    header: text.columns.status,
    cell: (row) => <Chip tone={statusTones[row.status]}>{text.statuses[row.status]}</Chip>,
    width: '8rem',
  },
]

/** Balance that is paid back in money: what the law leaves room for, what was asked for, and what became of it. */
export function CashoutsTab() {
  const list = useList('cashouts', 'status', ['all'], 'all')
  const [isAsking, setAsking] = useState(false)
  const found = useQuery(cashoutsQuery(list.page))
  const open = found.data?.items.find(({ id }) => id === list.id)
  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          <span className={panes.end}>
            <Button
              size="s"
              onClick={() => {
                list.open(undefined)
                setAsking(true)
              }}
            >
              {text.ask}
            </Button>
          </span>
        }
      >
        <p className={styles.lead}>{text.lead}</p>
        {found.data !== undefined && <Quota quota={found.data.quota} />}
        <Rows
          title={text.title}
          query={found}
          columns={columns}
          hidden={['at', 'reason']}
          {...list.rows}
          onOpen={(id) => {
            setAsking(false)
            list.open(id)
          }}
          pageSize={cashoutsPageSize}
          empty={{ title: text.empty }}
        />
      </ListPane>
      {isAsking && <AskPane onClose={() => setAsking(false)} />}
      {open !== undefined && !isAsking && (
        <CashoutPane key={open.id} cashout={open} onClose={() => list.open(undefined)} />
      )}
    </Panes>
  )
}

function Quota({ quota }: { quota: CashoutQuota }) {
  const parts = [
    [text.issued, quota.issued],
    [text.unused, quota.unused],
    [text.repaid, quota.repaid],
  ] as const
  return (
    <Card padded>
      <section aria-label={text.quota}>
        <Pairs>
          {parts.map(([label, value]) => (
            <Pair key={label} label={label}>
              <Amount value={value} unit="¥" size="text" />
            </Pair>
          ))}
          <Pair label={text.remaining} isSum>
            <Amount value={quota.remaining} unit="¥" size="s" />
          </Pair>
        </Pairs>
        <p className={styles.lead}>{text.quotaNote(detailDate(quota.period_from))}</p>
      </section>
    </Card>
  )
}
