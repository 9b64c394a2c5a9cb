import { useEffect, useState } from 'react'

/**
 * One register belongs to one tab: two would write over each other's record of the sale in hand. Null while the browser
 * is asked. A tab that takes the register over pushes the other one out.
 */
export function useOnlyTab(register_id: string): { isMine: boolean | null; takeOver: () => void } {
  const [isMine, setMine] = useState<boolean | null>(null)
  const [isStealing, setStealing] = useState(false)

  useEffect(() => {
    if (!('locks' in navigator)) {
      // A page without https has no locks; then nothing tells the tabs apart.
      setMine(true)
      return undefined
    }
    let isOver = false
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    navigator.locks
      .request(
        `shirogane.till.${register_id}`,
        isStealing ? { steal: true } : { ifAvailable: true },
        async (lock) => {
          if (isOver) return
          setMine(lock !== null)
          if (lock !== null) await held
        },
      )
      // The promise breaks when another tab takes the lock away.
      .catch(() => {
        if (isOver) return
        setStealing(false)
        setMine(false)
      })
    return () => {
      isOver = true
      release()
    }
  }, [register_id, isStealing])

  return {
    isMine,
    takeOver: () => {
      setMine(null)
      setStealing(true)
    },
  }
}
