import { barsOf, quietModules } from '@shirogane/receipt/words'
import Code128 from 'jsbarcode/src/barcodes/CODE128/CODE128_AUTO.js'

type BarsProps = {
  text: string
  /** The width of the thinnest bar on paper. */
  moduleMm: number
  className: string | undefined
  label?: string
}

/** A bar code for paper, with the white on either side without which no scanner finds its edges. */
export function Bars({ text, moduleMm, className, label }: BarsProps) {
  const { data } = new Code128(text, {}).encode()
  const width = data.length + 2 * quietModules
  return (
    <svg
      className={className}
      style={{ width: `${String(width * moduleMm)}mm` }}
      viewBox={`0 0 ${String(width)} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {barsOf(data).map(({ at, width: bar }) => (
        <rect key={at} x={quietModules + at} y={0} width={bar} height={1} />
      ))}
    </svg>
  )
}
