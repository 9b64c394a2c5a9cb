import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { serverMessageOf } from '../../shell/api/api.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { AccountFlow } from './AccountFlow.tsx'
import { NoAccount } from './NoAccount.tsx'
import { useAccount } from './use-account.ts'

export default function EditAccountScreen() {
  const { query, method, isNone } = useAccount()
  const go = useGo()
  if (query.isLoadingError)
    return <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Skeleton height={420} />
  if (method === null) return <NoAccount isNone={isNone} />
  return (
    <AccountFlow
      key={method.id}
      given={method}
      addressOf={(query) => paths.payoutMethodEdit(method.id, query)}
      onDone={() => go(paths.payoutMethod(method.id), { replace: true })}
    />
  )
}
