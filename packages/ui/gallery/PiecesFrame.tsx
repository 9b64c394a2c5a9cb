import { useState } from 'react'
import type { ReactNode } from 'react'
import { AlertDialog } from '../src/overlays/AlertDialog.tsx'
import { Amount } from '../src/data/Amount.tsx'
import { Avatar } from '../src/data/Avatar.tsx'
import { Button } from '../src/actions/Button.tsx'
import type { ButtonVariant } from '../src/actions/Button.tsx'
import { Card } from '../src/layout/Card.tsx'
import { Chip } from '../src/data/Chip.tsx'
import { CodeCard, CodeStage } from '../src/data/code/CodeStage.tsx'
import { Countdown } from '../src/data/code/Countdown.tsx'
import { EmptyState } from '../src/states/EmptyState.tsx'
import { ErrorPanel } from '../src/states/ErrorPanel.tsx'
import { FilterChips, filterButtonClass } from '../src/inputs/FilterChips.tsx'
import { Icon } from '../src/icons/Icon.tsx'
import { IconButton } from '../src/actions/IconButton.tsx'
import * as customerIcons from '../src/icons/icons.ts'
import * as lazyIcons from '../src/icons/icons-lazy.ts'
import * as staffIcons from '../src/icons/icons-staff.ts'
import { InfoStrip } from '../src/states/InfoStrip.tsx'
import { Keypad } from '../src/inputs/Keypad.tsx'
import { Logo } from '../src/icons/Logo.tsx'
import { MenuRow } from '../src/actions/MenuRow.tsx'
import { ObjectPicture } from '../src/icons/ObjectPicture.tsx'
import { Pagination } from '../src/data/Pagination.tsx'
import { Pending, Skeleton } from '../src/states/Skeleton.tsx'
import { RankMedal } from '../src/data/RankMedal.tsx'
import { Row } from '../src/data/Row.tsx'
import { Seal } from '../src/icons/Seal.tsx'
import { Segmented } from '../src/inputs/Segmented.tsx'
import { Sheet } from '../src/overlays/Sheet.tsx'
import { Table } from '../src/data/Table.tsx'
import type { SortOrder, TableColumn } from '../src/data/Table.tsx'
import { useToast } from '../src/overlays/use-toast.ts'
import { UserBar } from '../src/layout/UserBar.tsx'
import { link } from './link.tsx'

const {
  iconBank,
  iconBell,
  iconCheck,
  iconGift,
  iconDeferred,
  iconPlus,
  iconRefresh,
  iconShield,
  iconStore,
  iconUndo,
} = customerIcons
const { iconFilter } = lazyIcons
const variants: readonly ButtonVariant[] = ['primary', 'pay', 'secondary', 'tonal', 'quiet', 'danger']
const objects = [
  'cup',
  'ring',
  'thinRing',
  'bangle',
  'spoon',
  'necklace',
  'hairpin',
  'cloth',
  'dish',
] as const
const staff = [
  { id: 'T-20261120-0382', time: '14:32', total: 8800 },
  { id: 'T-20261120-0381', time: '14:05', total: 12400 },
  { id: 'T-20261120-0380', time: '13:47', total: -4400 },
]

const nothing = () => null

const columns: readonly TableColumn<(typeof staff)[number]>[] = [
  { key: 'id', header: '取引番号', cell: (row) => row.id },
  { key: 'time', header: '時刻', cell: (row) => row.time, sortable: true },
  {
    key: 'total',
    header: '合計',
    numeric: true,
    cell: (row) => <Amount value={row.total} unit="¥" size="text" />,
  },
]

function Part({ title, children, stack = false }: { title: string; children: ReactNode; stack?: boolean }) {
  return (
    <section>
      <h2 style={{ fontSize: 16 }}>{title}</h2>
      <div className={stack ? 'stack' : 'specimens'}>{children}</div>
    </section>
  )
}

export function PiecesFrame() {
  const toast = useToast()
  const [sheet, setSheet] = useState(false)
  const [alert, setAlert] = useState(false)
  const [filter, setFilter] = useState<'all' | 'pay' | 'receive' | 'point' | 'refund'>('all')
  const [mode, setMode] = useState<'a' | 'b' | 'c'>('a')
  const [sort, setSort] = useState<SortOrder>({ key: 'time', direction: 'descending' })
  return (
    <>
      <UserBar
        title="部品の見本"
        onBack={() => history.back()}
        renderHome={link}
        end={<IconButton icon={iconBell} label="お知らせ" size={24} />}
      />
      <main className="column">
        <Part title="Button">
          {variants.map((variant) => (
            <Button key={variant} variant={variant} icon={iconPlus}>
              {variant}
            </Button>
          ))}
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size="s">
              {variant}
            </Button>
          ))}
          <Button busy icon={iconPlus}>
            チャージする
          </Button>
          <Button variant="pay" busy>
            交換する
          </Button>
          <Button disabled>確認する</Button>
          <Button variant="secondary" onClick={() => new Promise((done) => setTimeout(done, 1500))}>
            押すと待つ
          </Button>
        </Part>
        <Part title="Amount">
          <Amount value={8800} size="hero" />
          <Amount value={12480} size="l" />
          <Amount value={12480} size="m" />
          <Amount value={3215} unit="pt" size="s" />
          <Amount value={-8800} size="row" />
          <Amount value={500} size="row" sign="always" incoming />
          <Amount value={-438} unit="¥" size="m" />
          <Amount value={12480} size="l" hidden />
        </Part>
        <Part title="Chip">
          <Chip>つちめ</Chip>
          <Chip tone="accent">返金済み</Chip>
          <Chip tone="ok" icon={iconCheck}>
            会員確認済み
          </Chip>
          <Chip tone="warn">手続きが必要</Chip>
          <Chip tone="bad">失敗</Chip>
          <Chip tone="warn" small>
            未払い
          </Chip>
        </Part>
        <Part title="RankMedal, Avatar, Seal, Logo">
          {[0, 1, 2, 3, 4].map((rank) => (
            <RankMedal key={rank} rank={rank} />
          ))}
          <Avatar name="桐生 まどか" size={64} ring />
          <Seal size={36} />
          <Logo />
        </Part>
        <Part title="ObjectPicture">
          {objects.map((name) => (
            <ObjectPicture key={name} name={name} size={64} tile />
          ))}
        </Part>
        <Part title="Row" stack>
          <FilterChips
            label="種類"
            value={filter}
            onChange={setFilter}
            options={[
              { value: 'all', label: 'すべて' },
              { value: 'pay', label: '支払い' },
              { value: 'receive', label: '受け取り' },
              { value: 'point', label: 'ポイント' },
              { value: 'refund', label: '返金' },
            ]}
            end={
              <button type="button" className={filterButtonClass} aria-label="絞り込み">
                <Icon shape={iconFilter} size={18} />
              </button>
            }
          />
          <Card>
            <Row
              icon={iconStore}
              title="銀座本店"
              meta="11/20(金) 14:32・支払い"
              end={<Amount value={-8800} size="row" />}
              endMeta="+88pt"
              render={link}
            />
            <Row
              icon={iconGift}
              tone="ok"
              title="招待特典"
              meta="11/18(水) 09:10・残高の受け取り"
              end={<Amount value={500} size="row" sign="always" incoming />}
              render={link}
            />
            <Row
              icon={iconUndo}
              tone="accent"
              title="京都店"
              badge={
                <Chip tone="accent" small>
                  返金済み
                </Chip>
              }
              meta="11/12(木) 17:45・返金"
              end={<Amount value={4400} size="row" sign="always" incoming />}
              endMeta="−44pt"
              render={link}
            />
            <Row
              icon={iconDeferred}
              tone="warn"
              title="とても長い店の名前がここに入って省略される"
              badge={
                <Chip tone="warn" small>
                  未払い
                </Chip>
              }
              meta="11/08(日) 12:20・後払い"
              end={<Amount value={-6600} size="row" />}
              render={link}
            />
          </Card>
          <Card>
            <MenuRow icon={iconBank} end="みずほ銀行 ••4821" render={link}>
              受取口座
            </MenuRow>
            <MenuRow icon={iconShield} end={<Chip tone="warn">手続きが必要</Chip>} render={link}>
              本人確認
            </MenuRow>
          </Card>
        </Part>
        <Part title="InfoStrip" stack>
          <InfoStrip
            icon={iconShield}
            title="本人確認をお願いします"
            text="約3分で完了します"
            action="確認する"
            render={link}
            onClose={() => undefined}
          />
          <InfoStrip
            tone="warn"
            icon={customerIcons.iconWarn}
            title="オフラインです"
            text="電波のよい場所で再度お試しください"
          />
        </Part>
        <Part title="CodeStage, Countdown" stack>
          <CodeStage className="stageDemo">
            <CodeCard label="支払いコード">
              <Countdown
                secondsLeft={272}
                secondsTotal={300}
                end={
                  <Button variant="quiet" size="s" icon={iconRefresh} className="codeAction">
                    更新
                  </Button>
                }
              />
            </CodeCard>
          </CodeStage>
        </Part>
        <Part title="Sheet, AlertDialog, Toast">
          <Button variant="secondary" onClick={() => setSheet(true)}>
            シート
          </Button>
          <Button variant="secondary" onClick={() => setAlert(true)}>
            確認
          </Button>
          <Button variant="secondary" onClick={() => toast('コピーしました')}>
            1秒
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                message: '通信できませんでした。電波のよい場所で再度お試しください',
                kind: 'error',
                duration: 5000,
                action: { label: '再試行', onClick: () => undefined },
              })
            }
          >
            5秒
          </Button>
        </Part>
        <Part title="Segmented, Table" stack>
          <Segmented
            label="表示"
            value={mode}
            onChange={setMode}
            options={[
              { value: 'a', label: '点検' },
              { value: 'b', label: '精算' },
              { value: 'c', label: '履歴' },
            ]}
          />
          <Card>
            <Table
              caption="取引"
              rows={staff}
              rowKey={(row) => row.id}
              selectedKey="T-20261120-0381"
              onOpen={() => undefined}
              sort={sort}
              onSort={setSort}
              columns={columns}
            />
            <Pagination page={1} total={132} onPage={() => undefined} />
          </Card>
        </Part>
        <Part title="Keypad" stack>
          <Keypad layout="phone" onKey={() => undefined} />
        </Part>
        <Part title="Skeleton, EmptyState, ErrorPanel" stack>
          <Pending isPending skeleton={<Skeleton height={66} />}>
            {nothing}
          </Pending>
          <Card>
            <EmptyState
              title="取引はまだありません"
              action={<Button variant="secondary">ストアを見る</Button>}
            >
              お支払いをすると、ここに並びます。
            </EmptyState>
          </Card>
          <Card>
            <ErrorPanel onRetry={() => undefined} />
          </Card>
        </Part>
        <Part title="Icons">
          {Object.entries({ ...customerIcons, ...lazyIcons, ...staffIcons }).map(([name, shape]) => (
            <span key={name} title={name}>
              <Icon shape={shape} label={name} />
            </span>
          ))}
        </Part>
      </main>
      <Sheet
        isOpen={sheet}
        onClose={() => setSheet(false)}
        title="チャージ方法"
        description="お選びください。"
        footer={
          <Button variant="pay" block>
            チャージする
          </Button>
        }
      >
        <Card>
          <MenuRow icon={iconBank} render={link}>
            銀行口座
          </MenuRow>
        </Card>
      </Sheet>
      <AlertDialog
        isOpen={alert}
        title="変更を破棄しますか?"
        confirmLabel="破棄する"
        destructive
        onConfirm={() => setAlert(false)}
        onCancel={() => setAlert(false)}
      >
        入力した内容は保存されません。
      </AlertDialog>
    </>
  )
}
