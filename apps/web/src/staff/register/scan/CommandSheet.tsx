import { Button } from '@shirogane/ui/actions/Button'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { createPortal } from 'react-dom'
import { Bars } from '../../shared/scanner/Bars.tsx'
import { type Command, type CommandGroup, commandGroups, commandPrefix } from './commands.ts'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from '../text.ts'
import styles from './commands.module.css'

function labelOf(command: Command): string {
  switch (command.kind) {
    case 'key':
      return text.commandKeys[command.key as keyof typeof text.commandKeys] ?? command.key
    case 'note':
      return text.commandNote(yenSign(command.value))
    case 'whole':
      return command.payment === 'card' ? text.commandCard : text.wholeOf(text.tender[command.payment])
    case 'choose':
      return text.tenderEntry[command.payment]
    case 'quantity':
      return text.commandQuantity[command.by]
    case 'brand':
      return text.terminalBrands[command.brand]
    default:
      return text.commands[command.kind]
  }
}

/** The page beside the scanner: a code for each thing that a sale needs, on a sheet of A4. */
export function CommandSheet({ onClose }: { onClose: () => void }) {
  const page = (Object.keys(commandGroups) as CommandGroup[]).map((group) => (
    <section key={group} className={styles.group}>
      <h3 className={styles.heading}>{text.commandGroups[group]}</h3>
      <ul className={styles.codes}>
        {commandGroups[group].map(([code, command]) => (
          <li key={code} className={styles.code}>
            <b>{labelOf(command)}</b>
            <Bars text={commandPrefix + code} moduleMm={0.25} className={styles.bars} />
            <span className={styles.digits}>{commandPrefix + code}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
  return (
    <Sheet
      isOpen
      wide
      onClose={onClose}
      title={text.commandsTitle}
      description={text.commandsHelp}
      footer={
        <Button block onClick={() => window.print()}>
          {text.commandsPrint}
        </Button>
      }
    >
      <div className={styles.preview}>{page}</div>
      {createPortal(
        <div className={styles.printed} aria-hidden="true">
          <h2 className={styles.title}>{text.commandsTitle}</h2>
          {page}
        </div>,
        document.body,
      )}
    </Sheet>
  )
}
