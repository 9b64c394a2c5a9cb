import { ButtonLink } from '@shirogane/ui/Button'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { linkTo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { text } from './text.ts'

/** No account of that id, or none at all. */
export function NoAccount({ isNone }: { isNone: boolean }) {
  if (isNone) {
    return (
      <EmptyState
        picture="dish"
        title={text.none}
        action={
          <ButtonLink variant="secondary" render={linkTo(paths.payoutMethodNew())}>
            {text.add}
          </ButtonLink>
        }
      >
        {text.noneBody}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture="dish"
      title={text.missing}
      action={
        <ButtonLink variant="secondary" render={linkTo(paths.payoutMethods())}>
          {text.toList}
        </ButtonLink>
      }
    />
  )
}
