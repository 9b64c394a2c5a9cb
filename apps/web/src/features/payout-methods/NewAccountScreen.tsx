import { useGo, useSearchParam } from '../../lib/navigation.tsx'
import { paths, safeNext } from '../../lib/paths.ts'
import { AccountFlow } from './AccountFlow.tsx'

export default function NewAccountScreen() {
  const go = useGo()
  const back = useSearchParam('return')
  return (
    <AccountFlow
      given={null}
      addressOf={(query) => paths.payoutMethodNew({ ...query, return: back })}
      onDone={() => go(safeNext(back) ?? paths.payoutMethods(), { replace: true })}
    />
  )
}
