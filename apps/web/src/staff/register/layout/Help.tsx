import { useSheet } from '../../../shell/navigation/navigation.tsx'
import { lazySheet } from '../../shared/lazy-parts.tsx'
import { Shortcuts } from './Shortcuts.tsx'

const CommandSheet = lazySheet(() => import('../scan/CommandSheet.tsx').then((module) => module.CommandSheet))

/** What the keys do, and the page of codes for a scanner. */
export function Help() {
  const shortcuts = useSheet('shortcuts')
  const commands = useSheet('commands')
  return (
    <>
      <Shortcuts isOpen={shortcuts.isOpen} onClose={shortcuts.close} onCommands={() => commands.open()} />
      {commands.isOpen && <CommandSheet onClose={commands.close} />}
    </>
  )
}
