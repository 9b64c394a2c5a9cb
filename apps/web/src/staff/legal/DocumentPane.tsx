import type { LegalSlug } from '@shirogane/contract/resources/brand/legal'
import type { LegalSheet } from '@shirogane/contract/resources/brand/legal-office'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { useQuery } from '@tanstack/react-query'
import { longDate } from '../../shared/dates/dates.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { Changes } from '../shared/forms/Changes.tsx'
import { DetailPane } from '../shared/lists/Panes.tsx'
import { useHolds } from '../shared/queries.ts'
import { type Draft, draftFrom } from './draft.ts'
import { legalTextQuery } from './queries.ts'
import { text } from './text.ts'
import { DocumentForm } from './DocumentForm.tsx'
import { Waiting } from './Waiting.tsx'
import panes from '../shared/lists/panes.module.css'
import styles from './legal.module.css'

const tones = { announced: 'accent', in_force: 'ok', past: 'neutral' } as const

type Props = {
  slug: LegalSlug
  /** What is being written of it; null while nothing is. */
  draft: Draft | null
  onDraft: (draft: Draft | null) => void
}

/** One text: what was published of it, what waits, and the way to a new version. */
export function DocumentPane({ onClose, ...rest }: Props & { onClose: () => void }) {
  const sheet = useQuery(legalTextQuery(rest.slug))
  return (
    <DetailPane label={sheet.data?.newest?.title ?? text.title} query={sheet} wide onClose={onClose}>
      {(data) => <Sheet sheet={data} {...rest} />}
    </DetailPane>
  )
}

function Sheet({ sheet, draft, onDraft }: Omit<Props, 'slug'> & { sheet: LegalSheet }) {
  const mayPropose = useHolds('legal.propose')
  const { newest, versions, waiting, returned, changes } = sheet
  return (
    <>
      <h3 className={panes.name}>{newest?.title ?? text.title}</h3>
      {waiting !== null && <Waiting key={waiting.id} sheet={sheet} waiting={waiting} />}
      {draft !== null && waiting !== null && <p className={styles.note}>{text.kept}</p>}
      {draft !== null && waiting === null && <DocumentForm sheet={sheet} draft={draft} onDraft={onDraft} />}
      {mayPropose && draft === null && waiting === null && (
        <div className={styles.begin}>
          <Button block onClick={() => onDraft(draftFrom(sheet, null))}>
            {text.create}
          </Button>
          {returned !== null && (
            <>
              <p className={styles.note}>{text.returned(returned.requested_by)}</p>
              <Button block variant="secondary" onClick={() => onDraft(draftFrom(sheet, returned))}>
                {text.fromReturned}
              </Button>
            </>
          )}
        </div>
      )}
      <section className={styles.section}>
        <h4 className={styles.heading}>{text.versions}</h4>
        <ul className={styles.versions}>
          {versions.map((one) => (
            <li key={one.version}>
              <div className={styles.versionHead}>
                <span>{text.version(one.version, longDate(one.effective_on))}</span>
                <Chip small tone={tones[one.state]}>
                  {text.states[one.state]}
                </Chip>
                {one.is_material && <Chip small>{text.material}</Chip>}
              </div>
              {one.changes !== '' && <p className={styles.words}>{one.changes}</p>}
              <AppLink className={styles.link} to={paths.legal(sheet.slug, one.version)}>
                {text.read}
              </AppLink>
            </li>
          ))}
        </ul>
      </section>
      <Changes changes={changes} names={text.historyFields} acts={text.acts} />
    </>
  )
}
