import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { LegalChange, LegalSheet } from '@shirogane/contract/resources/brand/legal-office'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailTime, longDate } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { compareSheets, documentOf } from './draft.ts'
import { Preview } from './Preview.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './legal.module.css'

type Decision = 'approved' | 'rejected' | 'withdrawn'

/** A version that a second person has to publish, and what the reader can do with it. */
export function Waiting({ sheet, waiting }: { sheet: LegalSheet; waiting: LegalChange }) {
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [error, setError] = useState<string | null>(null)
  const decide = async (decision: Decision) => {
    setError(null)
    try {
      const done = await withStepUp('legal', () =>
        call('admin.decideText', { params: { slug: sheet.slug }, body: { id: waiting.id, decision } }),
      )
      if (done === null) return
      toast({ message: text.decided[decision], kind: 'ok' })
    } catch (failure) {
      setError(messageOf(failure))
    }
    refetch('admin.legalText', 'admin.legalTexts', 'legal.show', 'legal.list')
  }
  return (
    <section className={styles.waiting} aria-label={text.waiting}>
      <div className={styles.versionHead}>
        <Chip small tone="warn">
          {text.waiting}
        </Chip>
        <span>{text.version(waiting.version, longDate(waiting.effective_on))}</span>
        {waiting.is_material && <Chip small>{text.material}</Chip>}
      </div>
      <p className={styles.note}>
        {text.askedBy(waiting.requested_by)}　{detailTime(waiting.requested_at)}
      </p>
      <Compared sheet={sheet} waiting={waiting} />
      <Preview document={documentOf(sheet.slug, waiting)} />
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      {waiting.own ? (
        <>
          <p className={styles.note}>{text.needsOther}</p>
          <Button variant="secondary" onClick={() => decide('withdrawn')}>
            {text.withdraw}
          </Button>
        </>
      ) : (
        <>
          <p className={styles.note}>{waiting.is_linked ? sentenceOf('APPROVAL_LINKED') : text.forGood}</p>
          <div className={panes.buttons}>
            <Button variant="secondary" onClick={() => decide('rejected')}>
              {text.reject}
            </Button>
            {!waiting.is_linked && <Button onClick={() => decide('approved')}>{text.approve}</Button>}
          </div>
        </>
      )}
      {stepUpSheet}
    </section>
  )
}

/** Which sections are others than in the newest version. */
function Compared({ sheet, waiting }: { sheet: LegalSheet; waiting: LegalChange }) {
  const found = compareSheets(sheet.newest?.sections ?? [], waiting.sections)
  const kinds = (['changed', 'added', 'removed'] as const).filter((kind) => found[kind].length > 0)
  if (kinds.length === 0) return <p className={styles.note}>{text.same}</p>
  return (
    <dl className={panes.facts}>
      {kinds.map((kind) => (
        <div key={kind} className={styles.compared}>
          <dt>{text.compared[kind]}</dt>
          <dd>{found[kind].join('、')}</dd>
        </div>
      ))}
    </dl>
  )
}
