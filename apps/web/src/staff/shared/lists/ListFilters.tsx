import { Button } from '@shirogane/ui/actions/Button'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { text } from '../text.ts'
import type { List } from './use-list.ts'
import panes from './panes.module.css'

type FiltersProps<Choice extends string> = {
  list: List<Choice>
  label: string
  options: readonly { value: Choice; label: string }[]
  search: string
}

/** Which rows of a list there are to be seen, and the search among them. */
export function ListFilters<Choice extends string>({ list, label, options, search }: FiltersProps<Choice>) {
  return (
    <div className={panes.filters}>
      <Segmented<Choice>
        className={panes.choices}
        label={label}
        options={options}
        value={list.choice}
        onChange={list.onChoose}
      />
      <TextInput
        size="s"
        type="search"
        aria-label={search}
        placeholder={search}
        value={list.typed}
        onChange={(event) => list.onType(event.target.value)}
      />
    </div>
  )
}

/** What an empty list says, with the way out of a search that found nothing. */
export function emptyOf(list: Pick<List<string>, 'q' | 'reset'>, title: string) {
  if (list.q === '') return { title }
  return {
    title,
    action: (
      <Button variant="secondary" onClick={list.reset}>
        {text.reset}
      </Button>
    ),
  }
}
