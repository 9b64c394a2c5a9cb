import type { TransactionFilter } from '@shirogane/contract/filters'
import { Button } from '@shirogane/ui/Button'
import { ChoiceButton } from '@shirogane/ui/ChoiceButton'
import { Sheet } from '@shirogane/ui/Sheet'
import { useState } from 'react'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { text } from './text.ts'
import styles from './transactions.module.css'

type FilterSheetProps = {
  filter: TransactionFilter
  options: readonly TransactionFilter[]
  onClose: () => void
}

export function FilterSheet({ filter, options, onClose }: FilterSheetProps) {
  const [chosen, setChosen] = useState(filter)
  const go = useGo()
  const show = (next: TransactionFilter) =>
    go(paths.transactions(next === 'all' ? undefined : next), { replace: true, resetScroll: false })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.filter}
      footer={
        <div className={styles.sheetButtons}>
          <Button variant="secondary" onClick={() => show('all')}>
            {text.resetShort}
          </Button>
          <Button onClick={() => show(chosen)}>{text.showFiltered}</Button>
        </div>
      }
    >
      <fieldset className={styles.choices}>
        <legend className={styles.choicesLegend}>{text.kind}</legend>
        {options.map((option) => (
          <ChoiceButton key={option} isChosen={option === chosen} onClick={() => setChosen(option)}>
            {text.filterNames[option]}
          </ChoiceButton>
        ))}
      </fieldset>
    </Sheet>
  )
}
