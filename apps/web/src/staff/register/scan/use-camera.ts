import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { loadsAfreshForCamera } from '../../../shared/camera/camera.ts'
import { useTorch } from '../../../shared/camera/use-torch.ts'
import { createReader } from './reader.ts'

/** `failed`: the camera is there, and what reads its picture did not come. */
type CameraStatus = 'starting' | 'running' | 'denied' | 'failed'

const readEveryMs = 120
/** The same code again within this time is the same look at it, not a second piece. */
const repeatAfterMs = 2_000

export type Camera = {
  status: CameraStatus
  cameras: number
  switchCamera: () => void
  hasTorch: boolean
  torch: boolean
  toggleTorch: () => void
}

/** The camera of this device while `isOn`, reading codes until it is switched off. */
export function useCamera(
  isOn: boolean,
  onRead: (code: string) => void,
): [RefObject<HTMLVideoElement | null>, Camera] {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack | null>(null)
  const [status, setStatus] = useState<CameraStatus>('starting')
  const [devices, setDevices] = useState<string[]>([])
  const [device, setDevice] = useState<string | null>(null)
  const { meet, ...torch } = useTorch(track)
  const read = useEffectEvent(onRead)

  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = { code: '', at: 0 }
    setStatus('starting')

    const start = async () => {
      if (loadsAfreshForCamera()) return
      const coming = createReader()
      // It is not waited for where the camera is refused.
      coming.catch(() => {})
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: {
          ...(device === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: device } }),
          width: { ideal: 1_280 },
          height: { ideal: 960 },
        },
      })
      if (isOver) {
        for (const each of opened.getTracks()) each.stop()
        return
      }
      stream = opened
      const reader = await coming
      if (isOver) return
      const element = video.current
      if (element === null) return
      element.srcObject = opened
      await element.play()
      track.current = opened.getVideoTracks()[0] ?? null
      meet()
      const found = await navigator.mediaDevices.enumerateDevices()
      setDevices(found.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId))
      setStatus('running')

      const look = async () => {
        if (isOver) return
        const codes =
          element.readyState >= element.HAVE_CURRENT_DATA ? await reader.detect(element).catch(() => []) : []
        const code = codes[0]?.rawValue
        const now = performance.now()
        if (code !== undefined && code !== '' && !isOver) {
          const isSame = code === last.code && now - last.at < repeatAfterMs
          last = { code, at: now }
          if (!isSame) read(code)
        }
        timer = setTimeout(() => void look(), readEveryMs)
      }
      void look()
    }
    const stop = () => {
      for (const each of stream?.getTracks() ?? []) each.stop()
    }
    start().catch(() => {
      stop()
      if (!isOver) setStatus(stream === null ? 'denied' : 'failed')
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      track.current = null
      stop()
    }
  }, [isOn, device, meet])

  const switchCamera = useCallback(() => {
    const current = track.current?.getSettings().deviceId
    const index = devices.findIndex((id) => id === current)
    setDevice(devices[(index + 1) % devices.length] ?? null)
  }, [devices])

  return [video, { status, cameras: devices.length, switchCamera, ...torch }]
}
