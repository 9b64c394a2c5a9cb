import { Button } from '@shirogane/ui/actions/Button'
import { classNames } from '@shirogane/ui/class-names'
import type { ReactNode, RefObject } from 'react'
import { Cart } from '../cart/Cart.tsx'
import type { Article, Line } from '../cart/cart.ts'
import { Favourites } from '../cart/Favourites.tsx'
import styles from '../Register.module.css'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { SaleState } from '../machine/sale-state.ts'
import { Tools } from './Tools.tsx'
import type { RegisterSheets } from './use-register-sheets.ts'
import type { Due } from '../tender/use-due.ts'

type ArticleSideProps = {
  machine: SaleMachine
  state: SaleState
  due: Due
  sheets: RegisterSheets
  search: RefObject<HTMLInputElement | null>
  isAway: boolean
  /** The favourites have no room of their own. */
  isNarrow: boolean
  strip: ReactNode
  /** Whose sale it is, where the other half of the screen is out of sight. */
  memberPanel: ReactNode
  onPick: (sku: Article) => void
  onCode: (typed: string) => void
  onRemove: (line: Line) => void
}

/** The half with the articles: the ways into the cart, and the cart. */
export function ArticleSide({
  machine,
  state,
  due,
  sheets,
  search,
  isAway,
  isNarrow,
  strip,
  memberPanel,
  onPick,
  onCode,
  onRemove,
}: ArticleSideProps) {
  const { lines, discount, selected, member, parked, is_scanning, looking } = state
  return (
    <section className={classNames(styles.left, isAway && styles.away)} aria-label={text.cartPane}>
      <Tools
        search={search}
        isNarrow={isNarrow}
        onPick={onPick}
        onCode={onCode}
        look={(words) => machine.look(words)}
        onAmount={() => sheets.amount.open()}
        onCamera={() => sheets.camera.open()}
        onArticles={() => sheets.articles.open()}
      />
      {strip}
      {memberPanel !== null && <div className={styles.memberHere}>{memberPanel}</div>}
      {parked !== null && (
        <p className={styles.parked} role="status">
          {text.heldNow(parked.name)}
        </p>
      )}
      <div className={styles.cart}>
        <Cart
          lines={lines}
          totals={due.totals}
          discount={discount}
          selected={selected}
          onSelect={(key) => machine.select(key)}
          onQuantity={(key, quantity) => machine.setQuantity(key, quantity)}
          onRemove={onRemove}
          onClear={() => sheets.askToClear(true)}
          onOpen={(line) => sheets.openLine(line.key)}
          onDiscount={sheets.openDiscount}
          onHold={() => sheets.held.open()}
          canClear={lines.length > 0 || member !== null || is_scanning || looking.length > 0}
          looking={looking}
        />
      </div>
      {!isNarrow && (
        <section className={styles.favourites} aria-label={text.favourites}>
          <div className={styles.heading}>
            <h2>{text.favourites}</h2>
            <Button size="s" variant="quiet" className={styles.edit} onClick={() => sheets.favourites.open()}>
              {text.favouritesChange}
            </Button>
          </div>
          <Favourites onPick={onPick} />
        </section>
      )}
    </section>
  )
}
