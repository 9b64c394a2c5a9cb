import type { LegalDocument } from '@shirogane/contract/resources/brand/legal'
import type { ReactNode } from 'react'
import { versionText } from './legal-version.ts'
import { text } from './text.ts'
import styles from './LegalHead.module.css'

/** What stands above a published text: its name and version, what changed, and what matters most. */
export function LegalHead({ document, children }: { document: LegalDocument; children?: ReactNode }) {
  return (
    <>
      <header>
        <h2 className={styles.title}>{document.title}</h2>
        <p className={styles.version}>{versionText(document)}</p>
      </header>
      {children}
      {document.changes !== '' && (
        <section className={styles.changes}>
          <h3>{text.changes}</h3>
          <p>{document.changes}</p>
        </section>
      )}
      {document.summary.length > 0 && (
        <section className={styles.summary} aria-label={text.summary}>
          <ul>
            {document.summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
