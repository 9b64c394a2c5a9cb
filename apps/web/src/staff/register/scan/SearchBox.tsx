import { iconSearch } from '@shirogane/ui/icons/icons-lazy'
import { Amount } from '@shirogane/ui/data/Amount'
import { Chip } from '@shirogane/ui/data/Chip'
import { classNames } from '@shirogane/ui/class-names'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useAnnounce } from '@shirogane/ui/overlays/use-announce'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useRested } from '../../../shared/figures/use-rested.ts'
import { skuSearchQuery } from '../../shared/queries.ts'
import type { Article } from '../cart/cart.ts'
import { answerPatienceMs, searchKept } from './catalogue.ts'
import { isExactly, normaliseCode } from '../../shared/scanner/code.ts'
import { ArticlePicture } from '../../shared/articles/ArticlePicture.tsx'
import { text } from '../text.ts'
import { looksLikeMemberCode } from './use-code.ts'
import styles from './SearchBox.module.css'

type SearchBoxProps = {
  inputRef: RefObject<HTMLInputElement | null>
  onPick: (sku: Article) => void
  /** A member's sixteen digits or an exact bar code, finished with Enter. */
  onCode: (code: string) => void
  /** The sale waits for what these words are; answers how to end that, and whether it is the same sale still. */
  look: (words: string) => () => boolean
  onAmount: () => void
}

const shownMost = 8

/** What the server finds, or the device where the server takes too long or does not answer; null where neither does. */
async function firstAnswer(
  asked: Promise<{ items: readonly Article[] }>,
  query: string,
): Promise<readonly Article[] | null> {
  const found = asked.then(({ items }) => items).catch(() => null)
  const kept = searchKept(query)
  if (kept.length === 0) return found
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), answerPatienceMs))
  return (await Promise.race([found, late])) ?? kept
}

export function SearchBox({ inputRef, onPick, onCode, look, onAmount }: SearchBoxProps) {
  const client = useQueryClient()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const query = normaliseCode(typed)
  const field = useRef(typed)
  useEffect(() => {
    field.current = typed
  })
  const rested = useRested(query)
  const search = useQuery({
    ...skuSearchQuery(rested),
    enabled: rested !== '',
    placeholderData: keepPreviousData,
  })
  const isAsking = search.isFetching && (search.data === undefined || search.isPlaceholderData)
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (!isAsking) return undefined
    const timer = setTimeout(() => setLate(rested), answerPatienceMs)
    return () => clearTimeout(timer)
  }, [isAsking, rested])
  // Without a network, and while a poor one makes people wait, the list that the device keeps answers.
  const kept = search.isError || (isAsking && late === rested) ? searchKept(rested) : []
  const isKept = search.isError || kept.length > 0
  const found: readonly Article[] = isKept ? kept : (search.data?.items ?? [])
  const items = rested === '' || query === '' ? [] : found.slice(0, shownMost)
  const isAtRest = rested === query && (isKept || !search.isFetching)
  const isSubmitting = useRef(false)
  const isShown = isOpen && query !== '' && (items.length > 0 || isAtRest)
  const current = items[Math.min(active, items.length - 1)]
  // In a low window the list is longer than what is seen of it.
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const isNone = isShown && items.length === 0
  const announce = useAnnounce()
  useEffect(() => {
    if (isNone) announce(text.notFound)
  }, [isNone, announce])

  const close = () => {
    setTyped('')
    setActive(0)
    setOpen(false)
  }

  const pick = (sku: Article) => {
    onPick(sku)
    close()
  }

  /** Enter may come before the search has rested: then the answer is waited for. */
  const submit = async () => {
    if (query === '') return
    if (looksLikeMemberCode(query)) {
      onCode(query)
      close()
      return
    }
    if (isAtRest && current !== undefined) {
      pick(current)
      return
    }
    // A second Enter is impatience and no second piece.
    if (isSubmitting.current) return
    isSubmitting.current = true
    const isStillWanted = look(query)
    const answer = await firstAnswer(client.fetchQuery(skuSearchQuery(query)), query)
    isSubmitting.current = false
    if (!isStillWanted()) return
    if (answer === null) {
      onCode(query)
      return
    }
    const exact = answer.find((sku) => isExactly(sku, query))
    const only = answer.length === 1 ? answer[0] : undefined
    const choice = exact ?? only
    if (choice === undefined) {
      setOpen(true)
      return
    }
    onPick(choice)
    // What was typed meanwhile is the next errand.
    if (normaliseCode(field.current) === query) close()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Safari ends a composition before it tells of the Enter that did.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (items.length > 0)
        setActive((now) => (Math.min(now, items.length - 1) + step + items.length) % items.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Escape') {
      event.currentTarget.blur()
    }
  }

  return (
    <div className={styles.search}>
      <TextInput
        ref={inputRef}
        type="search"
        icon={iconSearch}
        role="combobox"
        aria-label={text.search}
        placeholder={text.search}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && current !== undefined ? `${id}-${current.id}` : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        trailing={<kbd className={styles.key}>F2</kbd>}
      />
      <div
        className={classNames(styles.list, !isShown && styles.hidden)}
        onPointerDown={(event) => event.preventDefault()}
      >
        <ul ref={list} id={`${id}-list`} role="listbox" aria-label={text.search}>
          {items.map((sku) => (
            <li
              key={sku.id}
              id={`${id}-${sku.id}`}
              role="option"
              aria-selected={sku.id === current?.id}
              className={classNames(styles.option, sku.id === current?.id && styles.active)}
              onClick={() => pick(sku)}
            >
              <ArticlePicture picture={sku.picture} photo={sku.photo?.tile ?? null} size={48} />
              <span className={styles.name}>
                <b>{sku.name}</b>
                <span className={styles.sku}>{sku.sku}</span>
              </span>
              {sku.stock && (
                <Chip small tone={sku.stock.available === 0 ? 'bad' : 'neutral'}>
                  {text.left(sku.stock.available)}
                </Chip>
              )}
              <Amount value={sku.price} unit="¥" size="row" />
            </li>
          ))}
        </ul>
        {isNone && (
          <div className={styles.none}>
            <p>{text.notFound}</p>
            <button
              type="button"
              className={styles.asAmount}
              onClick={() => {
                close()
                onAmount()
              }}
            >
              {text.addAsAmount}
            </button>
          </div>
        )}
      </div>
    </div>
  )
}
