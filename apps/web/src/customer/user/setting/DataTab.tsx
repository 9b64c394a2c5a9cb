import { Button } from '@shirogane/ui/actions/Button'
import { Problem } from '@shirogane/ui/states/Problem'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { text } from './text.ts'
import styles from './setting.module.css'

function save(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has its own hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** One's own data as two files: everything for a program, the transactions for a spreadsheet. */
export function DataTab() {
  const isOnline = useOnline()
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [problem, setProblem] = useState<string | null>(null)

  async function download(): Promise<void> {
    setProblem(null)
    try {
      const answer = await withStepUp('export', () => call('users.export'))
      if (answer === null) return
      const { generated_at, data, csv } = answer.value
      const day = generated_at.slice(0, 10)
      save(`shirogane-${day}.json`, 'application/json', JSON.stringify({ generated_at, ...data }, null, 2))
      save(`shirogane-transactions-${day}.csv`, 'text/csv;charset=utf-8', csv)
      toast({ message: text.dataDone, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <div className={styles.form}>
      <p className={styles.lead}>{text.dataLead}</p>
      <ul className={styles.list}>
        {text.dataWhat.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={styles.note}>{text.dataFiles}</p>
      <Problem message={problem} />
      <Button block disabled={!isOnline} onClick={download}>
        {text.dataGet}
      </Button>
      {!isOnline && <p className={styles.blocked}>{text.offline}</p>}
      {stepUpSheet}
    </div>
  )
}
