import type { Affiliate } from '@shirogane/contract/resources/members/affiliates'
import { Amount } from '@shirogane/ui/data/Amount'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Row } from '@shirogane/ui/data/Row'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { detailDate } from '../../../shared/dates/dates.ts'
import { linkTo, useBack, useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useHidden } from '../../../shared/device/privacy.ts'
import { affiliateCountQuery, affiliatesQuery } from './queries.ts'
import { useShare } from './share.ts'
import { text } from './text.ts'
import styles from './affiliator.module.css'

const PersonSheet = lazyPart(() => import('./PersonSheet.tsx'), 'PersonSheet')

/** Who came by one's invitations: first those who have bought for good, and on request everybody. */
export function PeopleTab({ url }: { url: string | null }) {
  const [showAll, setShowAll] = useState(false)
  const people = useInfiniteQuery(affiliatesQuery(showAll))
  const all = useQuery(affiliateCountQuery(false))
  const id = useSearchParam('id')
  const back = useBack()
  const rows = people.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className={styles.people} aria-label={text.tabPeople}>
      <Switch checked={showAll} onChange={(event) => setShowAll(event.target.checked)}>
        {text.showAll}
        <small className={styles.help}>{text.showAllHelp}</small>
      </Switch>
      {people.isPending ? (
        <Skeleton height={198} />
      ) : people.isError && people.data === undefined ? (
        <ErrorPanel message={serverMessageOf(people.error)} onRetry={() => people.refetch()} />
      ) : rows.length === 0 ? (
        <NoPeople url={url} hasSome={(all.data?.count ?? 0) > 0} />
      ) : (
        <Card>
          <ul>
            {rows.map((one) => (
              <li key={one.id}>
                <Person one={one} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {people.hasNextPage && (
        <Button
          variant="secondary"
          block
          busy={people.isFetchingNextPage}
          onClick={() => people.fetchNextPage()}
        >
          {text.more}
        </Button>
      )}
      <Suspense>
        {id !== undefined && id !== '' && (
          <PersonSheet key={id} id={id} onClose={() => back(paths.affiliator({ tab: 'people' }))} />
        )}
      </Suspense>
    </section>
  )
}

function Person({ one }: { one: Affiliate }) {
  const isHidden = useHidden()
  return (
    <Row
      picture={<Avatar name={one.name} src={one.avatar} />}
      title={one.name}
      badge={<Chip tone={one.valid ? 'ok' : 'neutral'}>{one.valid ? text.valid : text.registered}</Chip>}
      meta={text.registeredOn(detailDate(one.registered_on))}
      end={<Amount value={one.earned} size="row" hidden={isHidden} />}
      render={linkTo(paths.affiliator({ tab: 'people', id: one.id }))}
    />
  )
}

function NoPeople({ url, hasSome }: { url: string | null; hasSome: boolean }) {
  const { message, share } = useShare(url ?? '')
  return (
    <EmptyState
      picture="ring"
      title={hasSome ? text.noValid : text.noPeople}
      {...(url !== null &&
        !hasSome && {
          action: (
            <Button variant="secondary" disabled={message === null} onClick={share}>
              {text.shareLink}
            </Button>
          ),
        })}
    >
      {hasSome ? text.noValidBody : text.noPeopleBody}
    </EmptyState>
  )
}
