import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentProps, RefObject } from 'react'
import { formatAmount } from '../data/format-amount.ts'
import { isUnfinished, readNumber } from './read-number.ts'
import { numberText } from './text.ts'

/** What stands in a field for a number: null is empty, undefined is a text that is not one number. */
export type EnteredNumber = number | null | undefined

export type NumberFieldTerms = {
  value: EnteredNumber
  onChange: (value: EnteredNumber) => void
  /** More than this is no number of this field. */
  max?: number | undefined
  /** What stands there is selected on entering, so that the next key replaces it. */
  selects?: boolean | undefined
}

type InputProps = Pick<
  ComponentProps<'input'>,
  'inputMode' | 'autoComplete' | 'value' | 'onFocus' | 'onBlur' | 'onCompositionStart' | 'onCompositionEnd'
> & { ref: RefObject<HTMLInputElement | null>; onChange: NonNullable<ComponentProps<'input'>['onChange']> }

/** Hears which of the number fields below hold a text that is no number. */
export const UnreadContext = createContext<(id: string, isUnread: boolean) => void>(() => {})

/** For a form of several number fields: whether one of them is unread, which nothing may be sent over; and what tells it. */
export function useUnread(): [boolean, (id: string, isUnread: boolean) => void] {
  const [ids, setIds] = useState<readonly string[]>([])
  const [note] = useState(
    () => (id: string, isUnread: boolean) =>
      setIds((now) => [...now.filter((one) => one !== id), ...(isUnread ? [id] : [])]),
  )
  return [ids.length > 0, note]
}

/** Why a text is not taken, for the field to say; null while there is nothing to say. */
export type Complaint = { id: string; sentence: string }

const sentenceOf = (typed: string, max: number): string =>
  readNumber(typed) === undefined ? numberText.unread(typed.trim()) : numberText.atMost(formatAmount(max, ''))

/**
 * A field for one whole number from 0: half or full width, with or without commas. A text that is something else stays as it
 * was typed, the field says so, and its owner hears `undefined`: no number is made of its digits. What was read is shown in
 * groups of three once the field is left.
 */
export function useNumberInput({
  value,
  onChange,
  max = Number.MAX_SAFE_INTEGER,
  selects = false,
}: NumberFieldTerms): { inputProps: InputProps; complaint: Complaint | null } {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  /** What is being typed, and the number that its owner was told. */
  const [draft, setDraft] = useState<{ text: string; passed: number | null } | null>(null)
  const [isInside, setInside] = useState(false)
  /** An input method is at work: its text is on its way to becoming something else. */
  const isComposing = useRef(false)
  // Where the owner set another number meanwhile, as by a key for all of it, what was typed is gone. Nothing and 0 are the same
  // to many owners.
  const isOwn = draft !== null && (draft.passed ?? 0) === (value ?? 0)
  const shown = typeof value === 'number' ? formatAmount(value, '') : ''

  const read = (typed: string): EnteredNumber => {
    const number = readNumber(typed)
    return typeof number === 'number' && number > max ? undefined : number
  }
  const isUnread = isOwn && read(draft.text) === undefined
  const isWrong = isUnread && !(isInside && isUnfinished(draft.text))
  const noteUnread = useContext(UnreadContext)
  useEffect(() => {
    if (!isUnread) return undefined
    noteUnread(id, true)
    return () => noteUnread(id, false)
  }, [noteUnread, id, isUnread])

  function take(typed: string): void {
    const number = isComposing.current ? undefined : read(typed)
    setDraft({ text: typed, passed: number ?? null })
    onChange(number)
  }

  /** The commas went on entering, and with them what the browser had selected: a key would be added to the old number. */
  const wasPlain = useRef(true)
  useLayoutEffect(() => {
    if (isInside && (selects || !wasPlain.current)) ref.current?.select()
  }, [isInside, selects])

  const inputProps: InputProps = {
    ref,
    inputMode: 'numeric',
    autoComplete: 'off',
    value: isOwn ? draft.text : shown,
    onFocus: () => {
      setInside(true)
      wasPlain.current = isOwn || !shown.includes(',')
      // Without its commas, which would be in the way of who corrects a digit.
      if (!isOwn) setDraft({ text: typeof value === 'number' ? String(value) : '', passed: value ?? null })
    },
    onBlur: () => {
      setInside(false)
      if (isOwn && read(draft.text) !== undefined) setDraft(null)
    },
    onCompositionStart: () => {
      isComposing.current = true
    },
    onCompositionEnd: (event) => {
      isComposing.current = false
      take(event.currentTarget.value)
    },
    onChange: (event) => take(event.currentTarget.value),
  }
  return { inputProps, complaint: isWrong ? { id, sentence: sentenceOf(draft.text, max) } : null }
}
