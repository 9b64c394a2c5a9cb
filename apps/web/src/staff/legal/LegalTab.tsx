import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Output, serverMessageOf } from '../../shell/api/api.ts'
import { longDate } from '../../shared/dates/dates.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { ListPane, Panes } from '../shared/lists/Panes.tsx'
import type { Draft } from './draft.ts'
import { legalDocumentsQuery } from './queries.ts'
import { text } from './text.ts'
import { DocumentPane } from './DocumentPane.tsx'
import styles from './legal.module.css'

/** What the brand has to say in writing: each text with its version in force, and one click to all of them. */
export function LegalTab() {
  const go = useGo()
  const id = useSearchParam('id')
  const query = useQuery(legalDocumentsQuery())
  const slug = query.data?.items.find((item) => item.slug === id)?.slug
  // What is being written stays while other texts are looked at.
  const [drafts, setDrafts] = useState<Partial<Record<LegalSlug, Draft>>>({})
  const show = (next: LegalSlug | undefined) =>
    go(paths.adminTab('legal', next === undefined ? {} : { id: next }), { replace: true, resetScroll: false })
  return (
    <Panes>
      <Unsaved when={Object.values(drafts).some((draft) => draft !== undefined)} />
      <ListPane title={text.title}>
        <p className={styles.note}>{text.lead}</p>
        {query.isError && (
          <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
        )}
        {query.isPending && <Skeleton height={420} />}
        {query.data && (
          <div className={styles.rows}>
            {query.data.items.map((item) => (
              <TextRow
                key={item.slug}
                item={item}
                isOpen={item.slug === slug}
                onOpen={() => show(item.slug)}
              />
            ))}
          </div>
        )}
      </ListPane>
      {slug !== undefined && (
        <DocumentPane
          key={slug}
          slug={slug}
          draft={drafts[slug] ?? null}
          onDraft={(draft) => setDrafts((now) => ({ ...now, [slug]: draft ?? undefined }))}
          onClose={() => show(undefined)}
        />
      )}
    </Panes>
  )
}

type Item = Output<'admin.legalTexts'>['items'][number]

function TextRow({ item, isOpen, onOpen }: { item: Item; isOpen: boolean; onOpen: () => void }) {
  const { title, in_force, announced, is_waiting } = item
  return (
    <button type="button" className={styles.row} aria-current={isOpen || undefined} onClick={onOpen}>
      <span className={styles.name}>{title}</span>
      <span className={styles.standing}>
        {is_waiting && (
          <Chip small tone="warn">
            {text.waiting}
          </Chip>
        )}
        {announced !== null && (
          <Chip small tone="accent">
            {text.announced(announced.version, longDate(announced.effective_on))}
          </Chip>
        )}
        <span>
          {in_force === null ? text.none : text.version(in_force.version, longDate(in_force.effective_on))}
        </span>
      </span>
    </button>
  )
}
