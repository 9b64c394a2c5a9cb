import { grouped } from '@shirogane/contract/digits'
import { refundedWord, tenderWord, yenMark } from '@shirogane/contract/receipt-words'
import type { GivenBack as GivenBackFacts } from '@shirogane/contract/resources'
import { Pair, Pairs } from '@shirogane/ui/Pairs'
import { text } from './text.ts'

/** Below a paper, what came of the returns of its sale, in the words of their own papers; nothing where none was. */
export function GivenBack({ money, later, points }: GivenBackFacts) {
  const parts = [
    { label: refundedWord, value: money, figure: yenMark(money) },
    { label: tenderWord('return', 'later'), value: later, figure: yenMark(later) },
    { label: text.returnedPoints, value: points, figure: `${grouped(points)}pt` },
  ].filter(({ value }) => value > 0)
  if (parts.length === 0) return null
  return (
    <Pairs>
      {parts.map(({ label, figure }) => (
        <Pair key={label} label={label}>
          <span className="figures">{figure}</span>
        </Pair>
      ))}
    </Pairs>
  )
}
