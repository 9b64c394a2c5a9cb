import { grouped } from '@shirogane/contract/rules/digits'
import { paperWords } from '@shirogane/receipt/paper-words'
import { refundedWord, tenderWord, yenMark } from '@shirogane/receipt/words'
import type { GivenBack as GivenBackFacts } from '@shirogane/contract/resources/shapes'
import { Pair, Pairs } from '@shirogane/ui/data/Pairs'

/** Below a paper, what came of the returns of its sale, in the words of their own documents; nothing where none was. */
export function GivenBack({ money, later, points }: GivenBackFacts) {
  const parts = [
    { label: refundedWord, value: money, figure: yenMark(money) },
    { label: tenderWord('return', 'later'), value: later, figure: yenMark(later) },
    { label: paperWords.returnedPoints, value: points, figure: `${grouped(points)}pt` },
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
