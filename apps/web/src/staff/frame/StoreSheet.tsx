import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useGo, usePathname, useSearch } from '../../shell/navigation/navigation.tsx'
import { useChosenStore, useShowsStore } from '../shared/device/chosen-store.ts'
import { chooseStore } from '../shared/device/device.ts'
import { text } from '../shared/text.ts'
import styles from './AdminLayout.module.css'

/** Head office turns to another shop, or back to all of them. */
export function StoreSheet({ onClose }: { onClose: () => void }) {
  const { id: chosen, stores } = useChosenStore()
  const go = useGo()
  const pathname = usePathname()
  const search = useSearch()
  const showsStore = useShowsStore()
  function choose(id: string | null): void {
    chooseStore(id)
    const ofStore = ['store', 'date', 'page']
    if (!showsStore || ofStore.every((name) => search[name] === undefined)) {
      onClose()
      return
    }
    // An address that names a shop would go on showing that one, and its day or page means nothing to another.
    const left = new URLSearchParams(search as Record<string, string>)
    for (const name of [...ofStore, 'sheet']) left.delete(name)
    go(left.size === 0 ? pathname : `${pathname}?${left.toString()}`, { replace: true })
  }
  return (
    <Sheet isOpen onClose={onClose} title={text.changeStore} description={text.changeStoreLead}>
      <div className={styles.stores} role="group" aria-label={text.changeStore}>
        {[{ id: null, name: text.noStore }, ...stores].map(({ id, name }) => (
          <ChoiceButton key={id ?? ''} isChosen={id === (chosen ?? null)} onClick={() => choose(id)}>
            {name}
          </ChoiceButton>
        ))}
      </div>
    </Sheet>
  )
}
