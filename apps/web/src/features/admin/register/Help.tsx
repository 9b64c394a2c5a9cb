import { lazy, Suspense } from 'react'
import { loadChunk } from '../../../lib/chunks.ts'
import { useSheet } from '../../../lib/navigation.tsx'
import { Shortcuts } from './Shortcuts.tsx'

const CommandSheet = lazy(() =>
  loadChunk(() => import('./CommandSheet.tsx').then((module) => ({ default: module.CommandSheet }))),
)

/** What the keys do, and the page of codes for a scanner. */
export function Help() {
  const shortcuts = useSheet('shortcuts')
  const commands = useSheet('commands')
  return (
    <>
      <Shortcuts isOpen={shortcuts.isOpen} onClose={shortcuts.close} onCommands={() => commands.open()} />
      {commands.isOpen && (
        <Suspense>
          <CommandSheet onClose={commands.close} />
        </Suspense>
      )}
    </>
  )
}
