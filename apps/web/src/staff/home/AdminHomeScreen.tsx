import { roleLabels } from '@shirogane/contract/terms/role-words'
import { holds } from '@shirogane/contract/wire/rights'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type Output, serverMessageOf } from '../../shell/api/api.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { staffQuery } from '../shared/queries.ts'
import { tilesOf } from '../shared/menu/menu-links.ts'
import { AdminTabs, useAdminTab } from './AdminTabs.tsx'
import { Overview } from './Overview.tsx'
import { Today } from './Today.tsx'
import styles from './AdminHomeScreen.module.css'

type Staff = Output<'users.employeeDetails'>

/** Where staff other than a clerk arrive: who they are, and the way to each part. */
export default function AdminHomeScreen() {
  const staff = useQuery(staffQuery())
  const tab = useAdminTab(staff.data?.type)
  if (staff.isLoadingError)
    return <ErrorPanel message={serverMessageOf(staff.error)} onRetry={() => staff.refetch()} />
  // Nothing stands here before it is known whose home it is: the tabs above would push it down.
  if (staff.isPending) return <Skeleton height={320} />
  return (
    <div>
      <AdminTabs type={staff.data.type} current={tab} />
      {tab === null ? (
        <Home staff={staff.data} />
      ) : (
        <Suspense>
          <tab.Screen />
        </Suspense>
      )}
    </div>
  )
}

function Home({ staff }: { staff: Staff }) {
  return (
    <div className={styles.home}>
      <div className={styles.greeting}>
        <h2 className={styles.name}>{staff.name}</h2>
        <p className={styles.role}>
          {roleLabels[staff.type]} <span className="figures">{staff.number}</span>
        </p>
      </div>
      <ul className={styles.tiles}>
        {tilesOf(staff.type).map(({ label, icon, to }) => (
          <li key={to}>
            <AppLink to={to} className={styles.link}>
              <Card className={styles.tile}>
                <Icon shape={icon} size={24} />
                {label}
              </Card>
            </AppLink>
          </li>
        ))}
      </ul>
      {holds(staff.type, 'reports.read') ? (
        <Overview staff={staff} />
      ) : (
        holds(staff.type, 'sell') && <Today />
      )}
    </div>
  )
}
