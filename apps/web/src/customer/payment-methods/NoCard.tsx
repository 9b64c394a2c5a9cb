import { ButtonLink } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
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
