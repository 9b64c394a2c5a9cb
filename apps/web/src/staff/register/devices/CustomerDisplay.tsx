import { Amount } from '@shirogane/ui/data/Amount'
import { Seal } from '@shirogane/ui/icons/Seal'
import { useEffect, useRef } from 'react'
import { useShown } from './display.ts'
import type { Shown } from './display.ts'
import { displayText as text } from './display-text.ts'
import styles from './CustomerDisplay.module.css'

/** The screen that is turned to the customer: a window of its own, which says only what it hears from the register. */
export function CustomerDisplay({ registerId }: { registerId: string }) {
  const shown = useShown(registerId)
  return (
    <main id="main" className={styles.display} aria-label={text.title}>
      {shown === null || shown.phase === 'idle' ? (
        <Welcome />
      ) : shown.phase === 'done' ? (
        <Done shown={shown} />
      ) : (
        <Bill shown={shown} />
      )}
    </main>
  )
}

function Welcome() {
  return (
    <div className={styles.middle}>
      <Seal size={96} />
      <h1 className={styles.lead}>{text.welcome}</h1>
      <p className={styles.hint}>{text.showCode}</p>
    </div>
  )
}

function Bill({ shown }: { shown: Shown }) {
  const list = useRef<HTMLUListElement>(null)
  const last = shown.lines.at(-1)
  const mark = `${shown.lines.length} ${last?.key ?? ''} ${last?.quantity ?? 0}`
  useEffect(() => {
    // What was added last is what the customer looks for.
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [mark])
  return (
    <div className={styles.bill}>
      <ul ref={list} className={styles.lines}>
        {shown.lines.map((line) => (
          <li key={line.key} className={styles.line}>
            <span className={styles.name}>{line.name}</span>
            <span className={styles.count}>×{line.quantity}</span>
            <Amount value={line.subtotal} size="s" />
          </li>
        ))}
      </ul>
      <div className={styles.sums} aria-live="polite">
        {shown.discount > 0 && (
          <p className={styles.sum}>
            <span>{text.discount}</span>
            <Amount value={-shown.discount} size="s" />
          </p>
        )}
        <p className={styles.total}>
          <span>{text.total}</span>
          <Amount value={shown.total} size="hero" />
        </p>
        {shown.tendered > 0 && (
          <p className={styles.sum}>
            <span>{text.tendered}</span>
            <Amount value={shown.tendered} size="m" />
          </p>
        )}
        {shown.change > 0 && (
          <p className={styles.sum}>
            <span>{text.change}</span>
            <Amount value={shown.change} size="m" />
          </p>
        )}
        <p className={styles.hint}>
          {shown.phase === 'settling' || shown.phase === 'confirming'
            ? text[shown.phase]
            : shown.hasMember
              ? text.hasMember
              : text.showCode}
        </p>
      </div>
    </div>
  )
}

function Done({ shown }: { shown: Shown }) {
  return (
    <div className={styles.middle}>
      <h1 className={styles.lead}>{text.thanks}</h1>
      <p className={styles.sum}>
        <span>{text.total}</span>
        <Amount value={shown.total} size="m" />
      </p>
      {shown.change > 0 && (
        <p className={styles.total}>
          <span>{text.change}</span>
          <Amount value={shown.change} size="hero" />
        </p>
      )}
      {shown.earned !== null && shown.earned > 0 && (
        <p className={styles.hint}>{text.earned(shown.earned)}</p>
      )}
    </div>
  )
}
