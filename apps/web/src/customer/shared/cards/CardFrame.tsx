import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { Ref } from 'react'
import styles from './CardFrame.module.css'

export type CardFrameHandle = { submit(): void }

type CardFrameProps = {
  url: string
  title: string
  publicKey: string | null
  /** A card is typed in, or the bank sees the holder of one for a charge. */
  mode: 'card' | 'three_d_secure'
  email?: string | null
  phone?: string | null
  charge?: string
  ref?: Ref<CardFrameHandle>
  onToken?: (token: string) => void
  /** The bank has been answered; what it said, the server learns from the gateway. */
  onDone?: () => void
  onChallenge?: () => void
  onCancelled?: () => void
  /** Null where the form has said it beside its own fields. */
  onFailed: (sentence: string | null) => void
  onEnter?: () => void
  /** The form has not come. */
  onMissing?: () => void
}

/** A form that has not come by now does not come: a gateway that is down, or a network that lets nothing else through. */
const loadMs = 15_000

type Message = { type?: unknown; token?: unknown; height?: unknown; message?: unknown }

/**
 * The one page of another origin that the app shows: there the number of a card is typed in, and here only a token of
 * it arrives. Messages that other windows post to this one are ignored.
 */
export function CardFrame(props: CardFrameProps) {
  const { url, title, publicKey, mode, email = null, phone = null, charge, ref } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const origin = new URL(url).origin
  const [address] = useState(() => `${url}?theme=${document.documentElement.dataset['theme'] ?? 'light'}`)

  // A press before the form has loaded counts: the form hears of it once it is there.
  const listens = useRef(false)
  const pressed = useRef(false)

  const post = (message: object) => frame.current?.contentWindow?.postMessage(message, origin)
  useImperativeHandle(ref, () => ({
    submit() {
      if (listens.current) post({ type: 'card-submit' })
      else pressed.current = true
    },
  }))

  const receive = useEffectEvent((event: MessageEvent<Message | null>) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const { type, token, height: wanted, message } = event.data ?? {}
    switch (type) {
      case 'card-ready':
        post({ type: 'card-init', mode, public_key: publicKey, email, phone, charge })
        listens.current = true
        if (pressed.current) post({ type: 'card-submit' })
        pressed.current = false
        break
      case 'card-height':
        if (typeof wanted === 'number') setHeight(Math.min(1_200, Math.max(0, wanted)))
        break
      case 'card-token':
        if (typeof token === 'string') props.onToken?.(token)
        break
      case 'card-done':
        props.onDone?.()
        break
      case 'card-challenge':
        props.onChallenge?.()
        break
      case 'card-cancelled':
        props.onCancelled?.()
        break
      case 'card-failed':
        props.onFailed(typeof message === 'string' ? message : null)
        break
      case 'card-invalid':
        props.onFailed(null)
        break
      case 'card-enter':
        props.onEnter?.()
        break
      default:
    }
  })
  const giveUp = useEffectEvent(() => {
    if (!listens.current) props.onMissing?.()
  })
  useEffect(() => {
    const timer = setTimeout(giveUp, loadMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const listener = (event: MessageEvent<Message | null>) => receive(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={address}
      title={title}
      // The frame keeps its own origin, which is never this page's; it may lead this page nowhere.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      style={height === null ? undefined : { height }}
    />
  )
}
