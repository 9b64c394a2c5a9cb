import styles from './payout-methods.module.css'

/** What an account is known by, line by line. */
export function AccountPairs({ pairs }: { pairs: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.pairs}>
      {pairs.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
