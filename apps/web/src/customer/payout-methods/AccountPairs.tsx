import { Pairs } from '@shirogane/ui/data/Pairs'

/** What an account is known by, line by line. */
export function AccountPairs({ pairs }: { pairs: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Pairs inset strong>
      {pairs.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Pairs>
  )
}
