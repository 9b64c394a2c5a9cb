import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../../shell/api/api.ts'

/** What the server answers to a code that was just read, and why it does not; then, or at an act that follows. */
export function useReadCode<T>(token: string, ask: () => Promise<T>) {
  const [found, setFound] = useState<T | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async () => {
    setProblem(null)
    try {
      setFound(await ask())
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const begin = useEffectEvent(() => void read())
  useEffect(() => begin(), [token])
  return { found, problem, setProblem, read }
}
