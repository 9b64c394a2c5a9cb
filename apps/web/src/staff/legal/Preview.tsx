import type { LegalDocument } from '@shirogane/contract/resources/brand/legal'
import { LegalBody } from '../../shared/legal/LegalBody.tsx'
import { LegalHead } from '../../shared/legal/LegalHead.tsx'
import { text } from './text.ts'
import styles from './legal.module.css'

/** A version as customers would read it. */
export function Preview({ document }: { document: LegalDocument }) {
  return (
    <section className={styles.preview}>
      <p className={styles.heading}>{text.preview}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keys */}
      <div className={styles.page} tabIndex={0} role="region" aria-label={text.preview}>
        <LegalHead document={document} />
        <LegalBody document={document} />
      </div>
    </section>
  )
}
