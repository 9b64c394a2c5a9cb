import { toKatakana } from '@shirogane/contract/person'
import { type CompositionEvent, useRef } from 'react'

/** What an input method holds before it is turned into kanji. */
const kanaAlone = /^[ぁ-ゖァ-ヴー・　 ]*$/u

/**
 * Fills in how a name is read from the kana that it was typed with. The reading stays its writer's: once it was written
 * by hand, or was there before, nothing is added to it.
 * @param reading What stands in the field of the reading.
 * @returns The handlers of the field of the name.
 */
export function useReading(reading: string, onRead: (reading: string) => void) {
  const typed = useRef('')
  const filledIn = useRef('')
  const replacesAll = useRef(false)
  return {
    onCompositionStart({ currentTarget: name }: CompositionEvent<HTMLInputElement>): void {
      typed.current = ''
      replacesAll.current = name.selectionStart === 0 && name.selectionEnd === name.value.length
    },
    onCompositionUpdate({ data }: CompositionEvent): void {
      if (kanaAlone.test(data)) typed.current = data
    },
    onCompositionEnd({ data }: CompositionEvent): void {
      const read = toKatakana(typed.current)
      const isOurs = reading === '' || reading === filledIn.current
      if (read === '' || data === '' || !isOurs) return
      filledIn.current = replacesAll.current ? read : reading + read
      onRead(filledIn.current)
    },
  }
}
