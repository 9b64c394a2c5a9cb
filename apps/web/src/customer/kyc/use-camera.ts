import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { loadsAfreshForCamera } from '../../shared/camera/camera.ts'
import { useTorch } from '../../shared/camera/use-torch.ts'
import { toJpeg } from './picture.ts'

/** `failed`: the camera is not forbidden, but there is none or another program uses it. */
type CameraStatus = 'starting' | 'running' | 'denied' | 'failed'

export type Camera = {
  status: CameraStatus
  hasTorch: boolean
  torch: boolean
  toggleTorch: () => void
  restart: () => void
  /** The picture of this moment. */
  shoot: () => Promise<Blob>
}

/** The live picture while `isOn`: of the table for identity documents, of the person for faces. */
export function useCamera(
  isOn: boolean,
  facing: 'environment' | 'user',
): [RefObject<HTMLVideoElement | null>, Camera] {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack | null>(null)
  const [status, setStatus] = useState<CameraStatus>('starting')
  const [attempt, setAttempt] = useState(0)
  const { meet, ...torch } = useTorch(track)

  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    let stream: MediaStream | null = null
    setStatus('starting')
    const start = async () => {
      if (loadsAfreshForCamera()) return
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: facing }, width: { ideal: 1_920 }, height: { ideal: 1_440 } },
      })
      if (isOver) {
        for (const each of opened.getTracks()) each.stop()
        return
      }
      stream = opened
      const element = video.current
      if (element === null) return
      element.srcObject = opened
      await element.play()
      track.current = opened.getVideoTracks()[0] ?? null
      meet()
      setStatus('running')
    }
    start().catch((error: unknown) => {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
      if (!isOver) setStatus(isDenied ? 'denied' : 'failed')
    })
    return () => {
      isOver = true
      track.current = null
      for (const each of stream?.getTracks() ?? []) each.stop()
    }
  }, [isOn, facing, attempt, meet])

  const shoot = useCallback(async () => {
    if (video.current === null) throw new Error('There is no picture yet')
    return toJpeg(video.current)
  }, [])

  const restart = useCallback(() => setAttempt((count) => count + 1), [])
  return [video, { status, ...torch, restart, shoot }]
}
