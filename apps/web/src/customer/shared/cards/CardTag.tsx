import { brandTag } from './cards.ts'
import styles from './CardTag.module.css'

/** The brand of a card in words: the logos belong to their owners. */
export function CardTag({ brand }: { brand: string }) {
  return <span className={styles.tag}>{brandTag(brand)}</span>
}
