import { useEffect, useState } from 'react'
import { AdminRail } from '../src/layout/AdminRail.tsx'
import { AdminShell } from '../src/layout/AdminShell.tsx'
import { AdminStrip } from '../src/layout/AdminStrip.tsx'
import { Amount } from '../src/data/Amount.tsx'
import { Avatar } from '../src/data/Avatar.tsx'
import { Button } from '../src/actions/Button.tsx'
import { Card } from '../src/layout/Card.tsx'
import { Chip } from '../src/data/Chip.tsx'
import { ChoiceButton } from '../src/actions/ChoiceButton.tsx'
import { IconButton } from '../src/actions/IconButton.tsx'
import { iconHome, iconDeferred, iconPoint, iconWallet } from '../src/icons/icons.ts'
import { iconChevd, iconLogout, iconSearch } from '../src/icons/icons-lazy.ts'
import {
  iconBox,
  iconCash,
  iconClose,
  iconPark,
  iconRegister,
  iconScan,
  iconTerminal,
  iconTrash,
} from '../src/icons/icons-staff.ts'
import { Keypad } from '../src/inputs/Keypad.tsx'
import { KeypadDisplay } from '../src/inputs/KeypadDisplay.tsx'
import { amountAfterKey, keypadKeyOf } from '../src/inputs/keypad-keys.ts'
import type { KeypadKey } from '../src/inputs/keypad-keys.ts'
import { ObjectPicture } from '../src/icons/ObjectPicture.tsx'
import type { ObjectName } from '../src/icons/ObjectPicture.tsx'
import { PillButton } from '../src/actions/PillButton.tsx'
import { Plate } from '../src/layout/Plate.tsx'
import { QuantityStepper } from '../src/inputs/QuantityStepper.tsx'
import { RankMedal } from '../src/data/RankMedal.tsx'
import { Segmented } from '../src/inputs/Segmented.tsx'
import { StatusDot } from '../src/data/StatusDot.tsx'
import { TenderButton } from '../src/actions/TenderButton.tsx'
import { TextInput } from '../src/inputs/form/TextInput.tsx'
import { link } from './link.tsx'

const articles: readonly (readonly [ObjectName, string, number])[] = [
  ['cup', '鎚目ぐい呑み 純銀', 19800],
  ['ring', '鎚目リング 11号', 8800],
  ['spoon', '銀のスプーン(小)', 4400],
  ['cloth', 'お手入れクロス', 880],
]

export function AdminFrame() {
  const [mode, setMode] = useState<'sale' | 'return' | 'points' | 'later'>('sale')
  const [cash, setCash] = useState(30000)
  const [pressed, setPressed] = useState<KeypadKey | null>(null)
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const key = keypadKeyOf(event)
      if (key === null) return
      setPressed(key)
      setCash((now) => amountAfterKey(now, key, 9_999_999))
    }
    const up = () => setPressed(null)
    addEventListener('keydown', down)
    addEventListener('keyup', up)
    return () => {
      removeEventListener('keydown', down)
      removeEventListener('keyup', up)
    }
  }, [])
  return (
    <AdminShell
      rail={
        <AdminRail
          label="主要メニュー"
          renderHome={link}
          items={[
            { label: 'ホーム', icon: iconHome, render: link },
            { label: 'レジ', icon: iconRegister, current: true, render: link },
            { label: 'QR読取', icon: iconScan, render: link },
            { label: '在庫', icon: iconBox, render: link },
            { label: 'レジ締め', icon: iconClose, render: link },
          ]}
          last={{ label: 'ログアウト', icon: iconLogout, render: link }}
        />
      }
      strip={
        <AdminStrip
          title="銀座本店"
          note="レジ 01"
          middle={
            <Segmented
              label="モード"
              value={mode}
              onChange={setMode}
              options={[
                { value: 'sale', label: '会計' },
                { value: 'return', label: '返品・返金' },
                { value: 'points', label: 'ポイント付与' },
                { value: 'later', label: '後払い' },
              ]}
            />
          }
          end={
            <>
              <PillButton icon={iconPark} count={2}>
                保留
              </PillButton>
              <PillButton>
                <StatusDot tone="ok" />
                スキャナー
              </PillButton>
              <PillButton trailingIcon={iconChevd}>
                <Avatar name="佐伯 美緒" size={26} />
                佐伯 美緒
              </PillButton>
            </>
          }
        />
      }
    >
      <div className="panes">
        <section className="left">
          <TextInput
            size="m"
            icon={iconSearch}
            placeholder="商品名・SKU・バーコード"
            aria-label="商品を検索"
            trailing={<kbd>F2</kbd>}
          />
          <Card style={{ marginTop: 12, overflow: 'hidden' }}>
            {articles.map(([name, title, price], index) => (
              <div key={name} className={index === 0 ? 'line selected' : 'line'}>
                <ObjectPicture name={name} size={48} tile />
                <b className="grow">{title}</b>
                <QuantityStepper
                  label={title}
                  value={index === 2 ? 2 : 1}
                  onChange={() => undefined}
                  min={1}
                />
                <Amount value={price} unit="¥" size="row" />
                <IconButton icon={iconTrash} label={`${title}を取り消す`} />
              </div>
            ))}
          </Card>
        </section>
        <section className="right">
          <div className="customer">
            <Avatar name="桐生 まどか" size={52} ring />
            <span className="grow">
              <b>桐生 まどか 様</b> <Chip icon={<RankMedal rank={1} size={14} />}>つちめ</Chip>
            </span>
            <PillButton>会員を変更</PillButton>
          </div>
          <Plate low className="total">
            <div>
              <b style={{ fontSize: 13 }}>お会計</b>
              <p style={{ fontSize: 12, color: 'var(--plate-ink-2)' }}>内消費税10% ¥3,480</p>
            </div>
            <Amount value={38280} unit="¥" size="total" />
          </Plate>
          <div className="tenders">
            <div className="tenderList">
              <TenderButton
                icon={iconPoint}
                name="ポイント"
                note="使える 3,215pt"
                amount={3215}
                onClick={() => undefined}
              />
              <TenderButton
                icon={iconWallet}
                name="残高"
                note="使える ¥12,480"
                amount={12480}
                onClick={() => undefined}
              />
              <TenderButton
                icon={iconCash}
                name="現金"
                note="うち充当 ¥22,585"
                amount={cash}
                isActive
                onClick={() => undefined}
              />
              <TenderButton icon={iconTerminal} name="カード端末" onClick={() => undefined} />
              <TenderButton icon={iconDeferred} name="後払い" onClick={() => undefined} />
            </div>
            <div className="keys">
              <KeypadDisplay label="現金 お預かり" value={cash} />
              <div className="choices">
                <ChoiceButton onClick={() => setCash(22585)}>ちょうど</ChoiceButton>
                <ChoiceButton onClick={() => setCash(23000)}>¥23,000</ChoiceButton>
                <ChoiceButton isChosen={cash === 30000} onClick={() => setCash(30000)}>
                  ¥30,000
                </ChoiceButton>
              </div>
              <Keypad
                className="grow"
                pressed={pressed}
                onKey={(key) => setCash((now) => amountAfterKey(now, key, 9_999_999))}
              />
            </div>
          </div>
          <Button variant="pay" size="pos" block trailing={<kbd className="onPay">F12</kbd>}>
            会計を確定する
            <Amount value={38280} unit="¥" size="text" />
          </Button>
        </section>
      </div>
    </AdminShell>
  )
}
