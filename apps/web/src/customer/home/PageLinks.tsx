import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './home.module.css'

export function PageLinks() {
  return (
    <ul className={styles.links}>
      <li>
        <AppLink to={paths.contact()}>{text.contact}</AppLink>
      </li>
      <li>
        <AppLink to={paths.privacy()}>{text.privacy}</AppLink>
      </li>
      <li>
        <AppLink to={paths.terms()}>{text.terms}</AppLink>
      </li>
      <li>
        <AppLink to={paths.legal('funds')}>{text.funds}</AppLink>
      </li>
      <li>
        <AppLink to={paths.legal('law')}>{text.law}</AppLink>
      </li>
    </ul>
  )
}
