import { Icon } from '@shirogane/ui/icons/Icon'
import { iconGrid, iconKeypad, iconScan } from '@shirogane/ui/icons/icons-staff'
import type { ComponentProps, RefObject } from 'react'
import styles from './Tools.module.css'
import { SearchBox } from '../scan/SearchBox.tsx'
import { text } from '../text.ts'

type ToolsProps = Pick<ComponentProps<typeof SearchBox>, 'onPick' | 'onCode' | 'look' | 'onAmount'> & {
  search: RefObject<HTMLInputElement | null>
  /** The favourites have no room of their own. */
  isNarrow: boolean
  onCamera: () => void
  onArticles: () => void
}

/** The ways of articles into the cart besides the scanner. */
export function Tools({
  search,
  isNarrow,
  onPick,
  onCode,
  look,
  onAmount,
  onCamera,
  onArticles,
}: ToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchBox inputRef={search} onPick={onPick} onCode={onCode} look={look} onAmount={onAmount} />
      <button type="button" className={styles.tool} onClick={onCamera} aria-keyshortcuts="F4">
        <Icon shape={iconScan} />
        <span>{text.camera}</span>
      </button>
      <button type="button" className={styles.tool} onClick={onAmount}>
        <Icon shape={iconKeypad} />
        <span>{text.amountEntry}</span>
      </button>
      {isNarrow && (
        <button type="button" className={styles.tool} onClick={onArticles}>
          <Icon shape={iconGrid} />
          <span>{text.articles}</span>
        </button>
      )}
    </div>
  )
}
