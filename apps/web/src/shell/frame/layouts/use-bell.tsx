import type { LinkProps } from '@shirogane/ui/actions/render-link'
import { useQuery } from '@tanstack/react-query'
import { useSheet } from '../../navigation/navigation.tsx'
import { notificationCountQuery } from '../../queries/queries.ts'
import { useSession, whoIs } from '../../session/session.ts'

/** The bell of a bar: how many notices wait, and the sheet with them. Guests are asked to log in. */
export function useBell() {
  const isGuest = whoIs(useSession()) === 'guest'
  const count = useQuery({ ...notificationCountQuery(), enabled: !isGuest })
  const sheet = useSheet(isGuest ? 'login' : 'notifications')
  return {
    count: isGuest ? 0 : (count.data?.count ?? 0),
    render: (link: LinkProps) => (
      <button type="button" aria-haspopup="dialog" {...link} onClick={() => sheet.open()} />
    ),
  }
}
