import { Segmented } from '@shirogane/ui/inputs/Segmented'
import styles from './PaneSwitch.module.css'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from '../text.ts'

export type Pane = 'cart' | 'pay'

type PaneSwitchProps = { pane: Pane; pieces: number; total: number; onChange: (pane: Pane) => void }

/** Where one pane fills the screen: what is in the cart, and what it comes to. */
export function PaneSwitch({ pane, pieces, total, onChange }: PaneSwitchProps) {
  return (
    <div className={styles.switch}>
      <Segmented
        label={text.switchPane}
        options={[
          { value: 'cart', label: text.toCart(pieces) },
          {
            value: 'pay',
            label: (
              <span>
                {text.toPay} <span className="figures">{yenSign(total)}</span>
              </span>
            ),
          },
        ]}
        value={pane}
        onChange={onChange}
      />
    </div>
  )
}
