import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconChevd, iconDoc } from '@shirogane/ui/icons/icons-lazy'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { MenuRow } from '@shirogane/ui/actions/MenuRow'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { serverMessageOf } from '../../shell/api/api.ts'
import { longDate } from '../../shared/dates/dates.ts'
import { LegalBody } from '../../shared/legal/LegalBody.tsx'
import { LegalHead } from '../../shared/legal/LegalHead.tsx'
import { AppLink, linkTo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { ask, legalQuery } from '../../shell/queries/queries.ts'
import { text } from './text.ts'
import styles from './LegalScreen.module.css'

const slugs: readonly LegalSlug[] = [
  'tos',
  'pp',
  'funds',
  'law',
  'points',
  'affiliator',
  'later',
  'secondhand',
]
const placeOf = (index: number) => `section-${String(index + 1)}`

/** Everything that the brand has to say in writing, readable without a login, with every version that there was. */
export default function LegalScreen() {
  const doc = useSearchParam('doc')
  const version = useSearchParam('version')
  const slug = slugs.find((one) => one === doc) ?? 'pp'
  const document_ = useQuery(legalQuery(slug, version))
  const others = useQuery({ ...ask('legal.list'), staleTime: 5 * 60_000 })
  const data = document_.data
  useEffect(() => {
    if (data) document.title = text.titleOf(data.title)
  }, [data])

  if (document_.isLoadingError)
    return <ErrorPanel message={serverMessageOf(document_.error)} onRetry={() => document_.refetch()} />
  const inForce = others.data?.items.find((item) => item.slug === slug)
  return (
    <article className={styles.page}>
      <Pending isPending={document_.isPending} skeleton={<LoadingText />}>
        {() =>
          data && (
            <>
              <LegalHead document={data}>
                {inForce && inForce.version !== data.version && (
                  <InfoStrip
                    icon={iconDoc}
                    title={
                      data.effective_on > inForce.effective_on
                        ? text.future(longDate(data.effective_on))
                        : text.past
                    }
                    action={text.current}
                    render={linkTo(paths.legal(slug))}
                  />
                )}
              </LegalHead>
              {data.sections.length > 3 && (
                <details className={styles.contents}>
                  <summary>
                    {text.contents}
                    <Icon shape={iconChevd} size={20} />
                  </summary>
                  <ol>
                    {data.sections.map(({ heading }, index) => (
                      <li key={heading}>
                        <a href={`#${placeOf(index)}`}>{heading}</a>
                      </li>
                    ))}
                  </ol>
                </details>
              )}
              <LegalBody document={data} idOf={placeOf} />
            </>
          )
        }
      </Pending>
      {data && data.versions.length > 1 && (
        <section className={styles.others}>
          <h3>{text.versions}</h3>
          <ul className={styles.versions}>
            {data.versions.map((one) => (
              <li key={one.version}>
                <AppLink
                  to={paths.legal(slug, one.version)}
                  aria-current={one.version === data.version ? 'page' : undefined}
                >
                  {text.versionRow(one.version)}
                </AppLink>
                <span>{longDate(one.effective_on)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.others}>
        <h3>{text.others}</h3>
        <Card>
          {(others.data?.items ?? [])
            .filter((item) => item.slug !== slug)
            .map((item) => (
              <MenuRow key={item.slug} icon={iconDoc} render={linkTo(paths.legal(item.slug))}>
                {item.title}
              </MenuRow>
            ))}
        </Card>
      </section>
    </article>
  )
}

function LoadingText() {
  return (
    <div className={styles.loading}>
      <Skeleton height={28} width={220} />
      {Array.from({ length: 9 }, (_, line) => (
        <Skeleton key={line} height={16} width={line % 3 === 2 ? 180 : '100%'} />
      ))}
    </div>
  )
}
