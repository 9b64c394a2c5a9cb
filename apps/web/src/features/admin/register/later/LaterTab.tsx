import { useGo } from '../../../../lib/navigation.tsx'
import { paths } from '../../../../lib/paths.ts'
import { LaterList } from './LaterScreen.tsx'

/** What customers owe all stores: for accounting, which finds bank transfers and gives up what nobody expects any more. */
export function LaterTab() {
  const go = useGo()
  return (
    <LaterList
      registerId={null}
      onOpen={(id) => go(paths.adminTab('later', { id }), { resetScroll: false })}
    />
  )
}
