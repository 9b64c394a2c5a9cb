import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths, safeNext } from '../../shell/navigation/paths.ts'
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
