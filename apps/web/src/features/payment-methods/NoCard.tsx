import { ButtonLink } from '@shirogane/ui/Button'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { linkTo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { text } from './text.ts'

/** No card of that id, or none at all. */
export function NoCard({ isNone }: { isNone: boolean }) {
  if (isNone) {
    return (
      <EmptyState
        picture="dish"
        title={text.none}
        action={
          <ButtonLink variant="secondary" render={linkTo(paths.paymentMethodNew())}>
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
      title={text.notFound}
      action={
        <ButtonLink variant="secondary" render={linkTo(paths.paymentMethods())}>
          {text.toList}
        </ButtonLink>
      }
    />
  )
}
