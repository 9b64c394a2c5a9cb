import { usePathParam } from '../../shell/navigation/navigation.tsx'
import { NotificationDetail } from './NotificationDetail.tsx'
import { NotificationList } from './NotificationList.tsx'

export default function NotificationScreen() {
  const id = usePathParam('id')
  return id === undefined ? <NotificationList /> : <NotificationDetail key={id} id={id} />
}
