import type { KeyListener } from '../scan/use-commands.ts'
import { totalsOf } from './cart.ts'
import { DiscountSheet } from './DiscountSheet.tsx'
import { LineSheet } from './LineSheet.tsx'
import { text } from '../text.ts'
import type { SaleMachine } from '../machine/sale-machine.ts'
import type { SaleState } from '../machine/sale-state.ts'
import type { CommandListener } from '../scan/use-commands.ts'
import type { Weighing } from './use-scale.ts'
import { WeightSheet } from './WeightSheet.tsx'

/** Which line a sheet is about; null is the whole sale. */
export type Target = { key: string | null }

type Opened = { isOpen: boolean; open: () => void; close: () => void }
type LineSheetsProps = {
  machine: SaleMachine
  state: SaleState
  ceiling: number | null
  keys: KeyListener
  commands: CommandListener
  target: Target | null
  weighing: Weighing | null
  /** Asks for the weight of this line anew. */
  onWeigh: (key: string) => void
  /** Done with what is on the scale, or not weighed after all: what waits behind it is next. */
  onOffScale: () => void
  sheets: { line: Opened; discount: Opened; weight: Opened }
}

/** The sheets about one line of the cart, or about what is taken off the whole. */
export function LineSheets({
  machine,
  state,
  ceiling,
  keys,
  commands,
  target,
  weighing,
  onWeigh,
  onOffScale,
  sheets,
}: LineSheetsProps) {
  const { lines, discount } = state
  const totals = totalsOf(state)
  const line = lines.find(({ key }) => key === target?.key)
  const base =
    line === undefined
      ? totals.lines.reduce((sum, { gross, line_discount }) => sum + gross - line_discount, 0)
      : line.unit_price * line.quantity
  const onScale = weighing?.sku ?? lines.find(({ key }) => key === weighing?.key)
  return (
    <>
      {sheets.line.isOpen && line !== undefined && (
        <LineSheet
          key={line.key}
          line={line}
          off={totals.lines[lines.indexOf(line)]?.line_discount ?? 0}
          onChange={(change) => machine.changeLine(line.key, change)}
          onDiscount={() => sheets.discount.open()}
          onWeigh={line.weight_mg === null ? null : () => onWeigh(line.key)}
          onClose={sheets.line.close}
        />
      )}
      {sheets.discount.isOpen && target !== null && (target.key === null || line !== undefined) && (
        <DiscountSheet
          title={line === undefined ? text.discountSale : text.discountLine(line.name)}
          base={base}
          current={line === undefined ? discount : line.discount}
          ceiling={ceiling}
          keys={keys}
          onApply={(next) => {
            if (line === undefined) machine.discountSale(next)
            else machine.changeLine(line.key, { discount: next })
          }}
          onClose={sheets.discount.close}
        />
      )}
      {sheets.weight.isOpen && weighing !== null && onScale != null && onScale.silver !== null && (
        <WeightSheet
          key={weighing.nth}
          name={onScale.name}
          silver={onScale.silver}
          current={'weight_mg' in onScale ? (onScale.weight_mg ?? 0) : 0}
          keys={keys}
          commands={commands}
          onWeighed={(weight_mg) => {
            if (weighing.sku === null) machine.changeLine(weighing.key, { weight_mg })
            else machine.addWeighed(weighing.sku, weight_mg)
          }}
          onClose={onOffScale}
        />
      )}
    </>
  )
}
