import { useEffect, useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'

/** The bytes of a photograph as a picture of this page alone: it has no address, and each look stands on record. */
export async function readPhoto(
  { id, line, position }: { id: string; line: number; position: number },
  signal?: AbortSignal,
): Promise<string> {
  const bytes = await call('admin.buybackPhoto', {
    params: { id, line: String(line), position: String(position) },
    ...(signal && { signal }),
  })
  return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'image/webp' }))
}

/** A photograph for as long as it is looked at. */
export function usePhoto(id: string, line: number, position: number) {
  const [state, setState] = useState<{ url: string | null; problem: string | null }>({
    url: null,
    problem: null,
  })
  useEffect(() => {
    const ending = new AbortController()
    let url: string | null = null
    setState({ url: null, problem: null })
    readPhoto({ id, line, position }, ending.signal)
      .then((made) => {
        if (ending.signal.aborted) {
          URL.revokeObjectURL(made)
          return
        }
        url = made
        setState({ url, problem: null })
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setState({ url: null, problem: messageOf(error) })
      })
    return () => {
      ending.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [id, line, position])
  return state
}
