import type { LegalBlock, LegalDocument } from '@shirogane/contract/resources/brand/legal'
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
        <section key={keyOf(section.heading, index)}>
          <Heading id={idOf?.(index)} className={styles.heading}>
            {section.heading}
          </Heading>
          {section.blocks.map((block, place) => (
            <Block key={keyOf(block.kind, place)} block={block} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** The same words may stand twice in one text. */
const keyOf = (words: string, place: number): string => `${String(place)} ${words}`

function Block({ block }: { block: LegalBlock }) {
  switch (block.kind) {
    case 'text':
      return <p className={styles.text}>{block.text}</p>
    case 'list':
      return (
        <ul className={styles.list}>
          {block.items.map((item, place) => (
            <li key={keyOf(item, place)}>{item}</li>
          ))}
        </ul>
      )
    case 'steps':
      return (
        <ol className={styles.steps}>
          {block.items.map((item, place) => (
            <li key={keyOf(item, place)}>{item}</li>
          ))}
        </ol>
      )
    case 'facts':
      return (
        <dl className={styles.facts}>
          {block.rows.map(([term, text], place) => (
            <div key={keyOf(term, place)} className={styles.fact}>
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
                {block.head.map((cell, place) => (
                  <th key={keyOf(cell, place)} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, place) => (
                <tr key={keyOf(row.join('|'), place)}>
                  {row.map((cell, column) => (
                    <td key={keyOf(cell, column)}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}
