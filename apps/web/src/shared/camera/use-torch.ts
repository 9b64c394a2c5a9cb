import { type RefObject, useCallback, useState } from 'react'

/** The light beside a camera. `meet` looks whether the camera that was just opened has one. */
export function useTorch(track: RefObject<MediaStreamTrack | null>) {
  const [hasTorch, setHasTorch] = useState(false)
  const [torch, setTorch] = useState(false)

  const meet = useCallback(() => {
    setTorch(false)
    // Not every browser can be asked what a camera is able to do.
    setHasTorch('torch' in (track.current?.getCapabilities?.() ?? {}))
  }, [track])

  const toggleTorch = useCallback(() => {
    const next = !torch
    void track.current
      ?.applyConstraints({ advanced: [{ torch: next } as MediaTrackConstraintSet] })
      .then(() => setTorch(next))
      .catch(() => setHasTorch(false))
  }, [track, torch])

  return { hasTorch, torch, meet, toggleTorch }
}
