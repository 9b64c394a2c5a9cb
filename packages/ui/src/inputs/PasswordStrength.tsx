import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import { strengthText } from './text.ts'
import styles from './PasswordStrength.module.css'

/** Four steps and a word; 0 while nothing is typed keeps the place. */
export function PasswordStrength({ level }: { level: 0 | 1 | 2 | 3 | 4 }): ReactElement {
  return (
    <div className={classNames(styles.strength, level === 1 && styles.weak, level === 2 && styles.fair)}>
      {strengthText.levels.map((word, index) => (
        <span key={word} className={classNames(styles.step, index < level && styles.on)} />
      ))}
      <span className={styles.word} aria-live="polite">
        {level > 0 && <span className="visuallyHidden">{strengthText.label}</span>}
        {strengthText.levels[level - 1]}
      </span>
    </div>
  )
}
