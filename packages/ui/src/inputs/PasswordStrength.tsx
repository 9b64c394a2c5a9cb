import type { ReactElement } from 'react'
import { classNames } from '../class-names.ts'
import styles from './PasswordStrength.module.css'

const words = ['弱い', 'ふつう', '強い', 'とても強い']

/** Four steps and a word; 0 while nothing is typed keeps the place. */
export function PasswordStrength({ level }: { level: 0 | 1 | 2 | 3 | 4 }): ReactElement {
  return (
    <div className={classNames(styles.strength, level === 1 && styles.weak, level === 2 && styles.fair)}>
      {words.map((word, index) => (
        <span key={word} className={classNames(styles.step, index < level && styles.on)} />
      ))}
      <span className={styles.word} aria-live="polite">
        {level > 0 && <span className="visuallyHidden">パスワードの強さ: </span>}
        {words[level - 1]}
      </span>
    </div>
  )
}
