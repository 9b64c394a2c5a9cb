import { useGo, useSearch } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useTypedSearch } from './use-typed-search.ts'

export type List<Choice extends string> = {
  choice: Choice
  q: string
  page: number
  id: string | undefined
  typed: string
  onType: (typed: string) => void
  onChoose: (choice: Choice) => void
  /** Opens one row beside the list, or none. */
  open: (id: string | undefined) => void
  reset: () => void
  /** What the rows want to know of it. */
  rows: {
    openId: string | undefined
    onOpen: (id: string) => void
    page: number
    onPage: (page: number) => void
  }
}

/**
 * Where in a list of the head office the reader is: its filter, what is searched for, the page and the open row, all in
 * the address. Words that are being typed reach it once they rest.
 */
export function useList<Choice extends string>(
  tab: string,
  name: 'state' | 'status',
  choices: readonly Choice[],
  standard: Choice,
): List<Choice> {
  const go = useGo()
  const search = useSearch()
  const choice = choices.find((one) => one === search[name]) ?? standard
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const q = search['q'] ?? ''
  const id = search['id']
  const show = (change: Record<string, string | undefined>) =>
    go(paths.adminTab(tab, { [name]: choice, q, page: String(page), id, ...change }), {
      replace: true,
      resetScroll: false,
    })
  const [typed, setTyped] = useTypedSearch(q, (words) => show({ q: words, page: '1', id: undefined }))
  const open = (next: string | undefined) => show({ id: next })

  return {
    choice,
    q,
    page,
    id,
    typed,
    onType: setTyped,
    onChoose: (next) => show({ [name]: next, page: '1', id: undefined }),
    open,
    reset: () => {
      setTyped('')
      show({ q: undefined, page: '1' })
    },
    rows: { openId: id, onOpen: open, page, onPage: (next) => show({ page: String(next) }) },
  }
}
