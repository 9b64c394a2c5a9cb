import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { AnnounceContext } from './use-announce.ts'
import type { Politeness } from './use-announce.ts'

/** A message stays long enough to be found again by a reader who was speaking when it came. */
export const messageStaysMs = 6_000

type Message = { id: number; text: string; politeness: Politeness }

/**
 * The two live regions of the page, there from the first paint: a region added together with its text is not read.
 * Everything announced goes through them, so that two messages at once are both read.
 */
export function LiveRegions({ children }: { children: ReactNode }): ReactElement {
  const [messages, setMessages] = useState<readonly Message[]>([])
  const nextId = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  const announce = useCallback((text: string, politeness: Politeness = 'polite') => {
    nextId.current += 1
    const id = nextId.current
    setMessages((now) => [...now, { id, text, politeness }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setMessages((now) => now.filter((message) => message.id !== id))
    }, messageStaysMs)
    timers.current.add(timer)
  }, [])

  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
      running.clear()
    }
  }, [])

  return (
    <AnnounceContext value={announce}>
      {children}
      <div
        className="visuallyHidden"
        role="status"
        aria-live="polite"
        aria-relevant="additions"
        aria-atomic="false"
      >
        {messages
          .filter((message) => message.politeness === 'polite')
          .map((message) => (
            <p key={message.id}>{message.text}</p>
          ))}
      </div>
      <div
        className="visuallyHidden"
        role="alert"
        aria-live="assertive"
        aria-relevant="additions"
        aria-atomic="false"
      >
        {messages
          .filter((message) => message.politeness === 'assertive')
          .map((message) => (
            <p key={message.id}>{message.text}</p>
          ))}
      </div>
    </AnnounceContext>
  )
}
