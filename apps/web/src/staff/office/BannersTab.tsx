import type { AdminBanner } from '@shirogane/contract/resources/brand/office'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { BannerFace } from '../../shared/banners/BannerFace.tsx'
import { detailTime } from '../../shared/dates/dates.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { ListPane, Panes } from '../shared/lists/Panes.tsx'
import { useHolds } from '../shared/queries.ts'
import { BannerForm } from './BannerForm.tsx'
import { History } from './History.tsx'
import { allBannersQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './office.module.css'

const tones = { planned: 'accent', live: 'ok', ended: 'neutral' } as const

/** What home shows, in its order. Moving one up or down is seen there at once. */
export function BannersTab() {
  const go = useGo()
  const client = useQueryClient()
  const id = useSearchParam('id')
  const query = useQuery(allBannersQuery())
  const mayChange = useHolds('banners')
  const [error, setError] = useState<string | null>(null)
  const show = (next: string | undefined) =>
    go(paths.adminTab('banners', next === undefined ? {} : { id: next }), {
      replace: true,
      resetScroll: false,
    })
  const items = query.data?.items ?? []
  const open = items.find((banner) => banner.id === id)

  const move = async (from: number, by: -1 | 1) => {
    const ids = items.map((banner) => banner.id)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined) return
    ids.splice(from + by, 0, moved)
    setError(null)
    try {
      client.setQueryData(allBannersQuery().queryKey, await call('admin.orderBanners', { body: { ids } }))
      refetch('admin.banners')
    } catch (failure) {
      setError(messageOf(failure))
      refetch('admin.allBanners')
    }
  }

  return (
    <Panes>
      <ListPane
        title={text.banners}
        aside={
          mayChange && (
            <Button size="s" onClick={() => show('new')}>
              {text.addBanner}
            </Button>
          )
        }
      >
        <p className={styles.note}>{text.bannersNote}</p>
        {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
        {query.isError && (
          <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
        )}
        {query.isPending && <Skeleton height={420} />}
        {query.data && items.length === 0 && <EmptyState title={text.bannersEmpty} />}
        <ol className={styles.rows}>
          {items.map((banner, index) => (
            <li key={banner.id} className={styles.bannerRow} aria-current={banner.id === id || undefined}>
              <span className={styles.thumb} aria-hidden="true">
                <BannerFace banner={banner} />
              </span>
              <span className={styles.bannerWords}>
                <b className={styles.bannerTitle}>{banner.title}</b>
                <span>
                  <Chip tone={tones[banner.state]} small>
                    {text.states[banner.state]}
                  </Chip>
                </span>
                <span className={styles.note}>{periodOf(banner)}</span>
              </span>
              <span className={styles.tools}>
                {mayChange && (
                  <>
                    <Button
                      size="s"
                      variant="quiet"
                      aria-label={`${text.up}：${banner.title}`}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    >
                      {text.up}
                    </Button>
                    <Button
                      size="s"
                      variant="quiet"
                      aria-label={`${text.down}：${banner.title}`}
                      disabled={index === items.length - 1}
                      onClick={() => move(index, 1)}
                    >
                      {text.down}
                    </Button>
                    <Button
                      size="s"
                      variant="secondary"
                      aria-label={`${text.edit}：${banner.title}`}
                      onClick={() => show(banner.id)}
                    >
                      {text.edit}
                    </Button>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
        {query.data && (
          <History
            changes={query.data.changes}
            nameOf={(key) => (text.bannerFields as Readonly<Record<string, string>>)[key] ?? key}
          />
        )}
      </ListPane>
      {mayChange && (id === 'new' || open !== undefined) && (
        <BannerForm
          key={id}
          banner={open ?? null}
          onClose={() => show(undefined)}
          onSaved={(made) => show(made)}
        />
      )}
    </Panes>
  )
}

function periodOf({ published_from, published_until }: AdminBanner): string {
  return `${detailTime(published_from)}〜${published_until === null ? '' : detailTime(published_until)}`
}
