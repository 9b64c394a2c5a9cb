import { Amount } from '../src/data/Amount.tsx'
import { Avatar } from '../src/data/Avatar.tsx'
import { BottomBar } from '../src/layout/BottomBar.tsx'
import { ButtonLink } from '../src/actions/Button.tsx'
import { Card } from '../src/layout/Card.tsx'
import { Icon } from '../src/icons/Icon.tsx'
import { IconButton } from '../src/actions/IconButton.tsx'
import {
  iconBank,
  iconCard,
  iconChev,
  iconEye,
  iconGift,
  iconHistory,
  iconHome,
  iconInvite,
  iconMicro,
  iconPhoto,
  iconPlus,
  iconShield,
  iconStore,
  iconVideo,
  iconWallet,
} from '../src/icons/icons.ts'
import { InfoStrip } from '../src/states/InfoStrip.tsx'
import { Plate } from '../src/layout/Plate.tsx'
import { Progress } from '../src/data/Progress.tsx'
import { RankMedal } from '../src/data/RankMedal.tsx'
import { Row } from '../src/data/Row.tsx'
import { TopBar } from '../src/layout/TopBar.tsx'
import { useState } from 'react'
import { link } from './link.tsx'

export function HomeFrame() {
  const [isHidden, setHidden] = useState(false)
  const [value, setValue] = useState(12480)
  return (
    <>
      <TopBar
        renderLogo={link}
        social={[
          { label: '動画', icon: iconVideo, href: '#video' },
          { label: '写真', icon: iconPhoto, href: '#photo' },
          { label: 'つぶやき', icon: iconMicro, href: '#micro' },
        ]}
        bell={{ count: 3, render: link }}
      />
      <main className="column">
        <InfoStrip
          icon={iconShield}
          title="本人確認をお願いします"
          text="約3分で完了します"
          action="確認する"
          render={link}
          onClose={() => setValue(value + 1000)}
        />
        <Plate className="wallet" sheen style={{ marginTop: 12 }} aria-label="ウォレット">
          <div className="between">
            <span className="walletHead">
              残高
              <IconButton
                className="eye"
                icon={iconEye}
                size={18}
                label="金額を隠す"
                aria-pressed={isHidden}
                onClick={() => setHidden(!isHidden)}
              />
            </span>
            <ButtonLink variant="plate" size="s" icon={iconPlus} render={link}>
              チャージ
            </ButtonLink>
          </div>
          <Amount className="balance" value={value} size="l" hidden={isHidden} counts />
          <div className="cells">
            <div>
              ポイント
              <Amount className="cellAmount" value={3215} unit="pt" size="s" hidden={isHidden} />
            </div>
            <div>
              今月の獲得
              <Amount className="cellAmount" value={120} unit="pt" size="s" sign="always" hidden={isHidden} />
            </div>
          </div>
        </Plate>
        <nav className="quick" aria-label="よく使う操作">
          {[
            { icon: iconHistory, label: '取引履歴' },
            { icon: iconInvite, label: '友だち招待' },
            { icon: iconCard, label: '支払い方法' },
            { icon: iconBank, label: '受取口座' },
          ].map((item) => (
            <a key={item.label} href="#home">
              <span>
                <Icon shape={item.icon} />
              </span>
              {item.label}
            </a>
          ))}
        </nav>
        <Card className="rank">
          <RankMedal rank={1} />
          <div style={{ flex: 1 }}>
            <div className="between">
              <span>
                <b>つちめ</b> <small style={{ color: 'var(--ink-3)', fontSize: 12 }}>現在のランク</small>
              </span>
              <b className="figures" style={{ color: 'var(--accent-ink)', fontSize: 17 }}>
                62<small style={{ fontSize: 12 }}>%</small>
              </b>
            </div>
            <div style={{ margin: '8px 0' }}>
              <Progress percent={62} label="次のランクまで" />
            </div>
            <p style={{ fontSize: 12, color: 'var(--ink-2)' }}>
              次の「いぶし」まで あと <Amount value={19000} size="text" />
            </p>
          </div>
        </Card>
        <div className="sectionHead">
          <h2>最近の取引</h2>
          <a className="link" href="#home">
            すべて見る
            <Icon shape={iconChev} size={16} />
          </a>
        </div>
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
        </Card>
      </main>
      <BottomBar
        label="主要メニュー"
        items={[
          { label: 'ホーム', icon: iconHome, current: true, render: link },
          { label: 'ストア', icon: iconStore, render: link },
          { label: '残高', icon: iconWallet, render: link },
          { label: 'マイページ', picture: <Avatar name="桐生 まどか" size={26} />, render: link },
        ]}
        pay={{ label: 'QR支払い', render: link }}
      />
    </>
  )
}
