import { toKatakana } from '@shirogane/contract/inputs/person'
import { type CompositionEvent, type KeyboardEvent, useRef } from 'react'

/** What an input method holds before it is turned into kanji. */
const kanaAlone = /^[ぁ-ゖァ-ヴー・　 ]+$/u
/** The same with an n behind it, which becomes ん as soon as it is converted. */
const kanaBeforeN = /^([ぁ-ゖァ-ヴー]*)[nｎ]$/u
/** Kana that belong to the one before them. */
const smallKana = /[ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ・　 ]/gu

const isConversion = (code: string): boolean => code === 'Space' || code === 'Convert'
/** They lead into the suggestions for what has been typed so far. */
const isSuggestion = (code: string): boolean => code === 'Tab' || code === 'ArrowDown'
const isTyping = (code: string): boolean => /^(?:Key|Minus|Backspace|Semicolon|Comma|Period|Intl)/.test(code)

/**
 * Whether a name may be read with these kana. One kana for each kanji, or less, is more likely the beginning of a reading:
 * 高橋 is suggested after たか.
 */
const isLongEnough = (kana: string, name: string): boolean =>
  kana.replace(smallKana, '').length > Array.from(name.replace(/[^\p{Script=Han}々]/gu, '')).length

/**
 * Fills in how a name is read from the kana that it was typed with. The reading stays its writer's: once it was written
 * by hand, or was there before, nothing is added to it. Some input methods convert while one types, and then show only a
 * part in kana, or none: what is not known whole is left to the writer.
 * @param reading What stands in the field of the reading.
 * @returns The handlers of the field of the name.
 */
export function useReading(reading: string, onRead: (reading: string) => void) {
  const typed = useRef('')
  const shown = useRef('')
  const isSure = useRef(false)
  const isAsked = useRef(false)
  /** The key that is down while the input method acts. */
  const key = useRef('')
  const filledIn = useRef('')
  const replacesAll = useRef(false)
  return {
    onKeyDown({ code }: KeyboardEvent): void {
      key.current = code
      // Safari tells of a key only after what it has done.
      if (isTyping(code) && shown.current !== '' && !kanaAlone.test(shown.current)) isSure.current = false
    },
    onKeyUp(): void {
      key.current = ''
    },
    onCompositionStart({ currentTarget: name }: CompositionEvent<HTMLInputElement>): void {
      typed.current = ''
      shown.current = ''
      isSure.current = false
      isAsked.current = false
      replacesAll.current = name.selectionStart === 0 && name.selectionEnd === name.value.length
    },
    onCompositionUpdate({ data }: CompositionEvent): void {
      if (data === '') return
      const [, beforeN] = kanaBeforeN.exec(shown.current) ?? []
      if (kanaAlone.test(data)) {
        typed.current = data
        isSure.current = true
        isAsked.current = false
      } else if (beforeN !== undefined && isConversion(key.current)) {
        typed.current = `${beforeN}ん`
        isSure.current = true
        isAsked.current = true
      } else {
        const isFirst = kanaAlone.test(shown.current)
        if (isFirst) isAsked.current = isConversion(key.current)
        const isGuess = isTyping(key.current) || (isFirst && isSuggestion(key.current))
        if (isGuess || /[a-zａ-ｚ]/iu.test(data)) isSure.current = false
      }
      shown.current = data
      key.current = ''
    },
    onCompositionEnd({ data }: CompositionEvent): void {
      const kana = kanaAlone.test(data) ? data : typed.current
      const isWhole = kana === data || (isSure.current && (isAsked.current || isLongEnough(kana, data)))
      const read = toKatakana(kana)
      const isOurs = reading === '' || reading === filledIn.current
      if (read === '' || data === '' || !isWhole || !isOurs) return
      filledIn.current = replacesAll.current ? read : reading + read
      onRead(filledIn.current)
    },
  }
}
