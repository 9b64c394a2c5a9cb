import type { LegalBlock, LegalDocument } from '@shirogane/contract/legal'
import { classNames } from '@shirogane/ui/class-names'
import styles from './LegalBody.module.css'

/** The sections of a published text. `idOf` makes each heading a place that a list of contents can lead to. */
export function LegalBody({
  document,
  idOf,
  small = false,
}: {
  document: LegalDocument
  idOf?: (index: number) => string
  small?: boolean
}) {
  const Heading = small ? 'h4' : 'h3'
  return (
    <div className={classNames(styles.body, small && styles.small)}>
      {document.sections.map((section, index) => (
        <section key={section.heading}>
          <Heading id={idOf?.(index)} className={styles.heading}>
            {section.heading}
          </Heading>
          {section.blocks.map((block, place) => (
            <Block key={`${block.kind}-${String(place)}`} block={block} />
          ))}
        </section>
      ))}
    </div>
  )
}

function Block({ block }: { block: LegalBlock }) {
  switch (block.kind) {
    case 'text':
      return <p className={styles.text}>{block.text}</p>
    case 'list':
      return (
        <ul className={styles.list}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )
    case 'steps':
      return (
        <ol className={styles.steps}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      )
    case 'facts':
      return (
        <dl className={styles.facts}>
          {block.rows.map(([term, text]) => (
            <div key={term} className={styles.fact}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return (
        // A wide table scrolls by itself, also with the keyboard, and the page never does.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keys
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={block.head.join('・')}>
          <table className={styles.table}>
            <thead>
              <tr>
                {block.head.map((cell) => (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.join('|')}>
                  {row.map((cell, column) => (
                    <td key={block.head[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}
