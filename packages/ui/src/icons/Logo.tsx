import { Seal } from './Seal.tsx'
import { brandName } from './text.ts'
import styles from './Logo.module.css'

/**
 * The seal and the kana wordmark. Below 360 px only the seal is shown. The wordmark is a file that the style sheet names:
 * its outline is longer than this component would be without it, and no script should wait for it.
 */
export function Logo({ height = 29 }: { height?: number }) {
  return (
    <span className={styles.logo} role="img" aria-label={brandName}>
      <Seal size={height} />
      <span className={styles.kana} style={{ width: height * 3.028, height: height * 0.7725 }} />
    </span>
  )
}
