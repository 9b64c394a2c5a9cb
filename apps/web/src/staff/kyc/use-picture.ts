import type { KycSide } from '@shirogane/contract/inputs/identity'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'

export type Picture = { url: string | null; problem: string | null; reload: () => void }

/** A picture for as long as it is looked at: asked for with the reviewer's own token, held in this page alone. */
export function usePicture(id: string, side: KycSide, version: number): Picture {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ url: string | null; problem: string | null }>({
    url: null,
    problem: null,
  })
  useEffect(() => {
    const ending = new AbortController()
    let url: string | null = null
    setState({ url: null, problem: null })
    call('admin.kycImage', { params: { id, side }, signal: ending.signal })
      .then((bytes) => {
        if (ending.signal.aborted) return
        url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'image/webp' }))
        setState({ url, problem: null })
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setState({ url: null, problem: messageOf(error) })
      })
    return () => {
      ending.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [id, side, version, attempt])
  return { ...state, reload: () => setAttempt((count) => count + 1) }
}
