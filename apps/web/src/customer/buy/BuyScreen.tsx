import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Suspense } from 'react'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './BuyScreen.module.css'

const ChargeTab = lazyPart(() => import('./charge/ChargeTab.tsx'), 'ChargeTab')
const ConvertTab = lazyPart(() => import('./convert/ConvertTab.tsx'), 'ConvertTab')

/** Two ways to more balance: with a card, and with points. */
export default function BuyScreen() {
  const tab = useSearchParam('tab') === 'convert' ? 'convert' : 'charge'
  // What is being confirmed, and what came of it, stand alone: no tab leads away from them.
  const isInStep = useSearchParam('step') !== undefined
  const go = useGo()
  return (
    <div className={styles.screen}>
      {!isInStep && (
        <Segmented
          label={text.tabs}
          options={[
            { value: 'charge', label: text.charge },
            { value: 'convert', label: text.convert },
          ]}
          value={tab}
          onChange={(next) => go(paths.buy(next === 'convert' ? 'convert' : undefined), { replace: true })}
        />
      )}
      <Suspense>{tab === 'convert' ? <ConvertTab /> : <ChargeTab />}</Suspense>
    </div>
  )
}
