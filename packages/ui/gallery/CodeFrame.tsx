import { Amount } from '../src/data/Amount.tsx'
import { Avatar } from '../src/data/Avatar.tsx'
import { BottomBar } from '../src/layout/BottomBar.tsx'
import { Button, ButtonLink } from '../src/actions/Button.tsx'
import { Card } from '../src/layout/Card.tsx'
import { CodeCard, CodeStage } from '../src/data/code/CodeStage.tsx'
import { Countdown } from '../src/data/code/Countdown.tsx'
import {
  iconHome,
  iconMicro,
  iconPhoto,
  iconRefresh,
  iconStore,
  iconVideo,
  iconWallet,
} from '../src/icons/icons.ts'
import { TopBar } from '../src/layout/TopBar.tsx'
import { link } from './link.tsx'

export function CodeFrame() {
  return (
    <>
      <CodeStage className="stageFrame">
        <TopBar
          onDark
          renderLogo={link}
          social={[
            { label: '動画', icon: iconVideo, href: '#video' },
            { label: '写真', icon: iconPhoto, href: '#photo' },
            { label: 'つぶやき', icon: iconMicro, href: '#micro' },
          ]}
          bell={{ count: 3, render: link }}
        />
        <h1 className="stageTitle">お会計のときに見せてください</h1>
        <CodeCard label="支払いコード" className="stageCard">
          <div className="stageCode" />
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
      <main className="straddle">
        <Card raised className="spendable">
          <div className="grow">
            <small>使える残高</small>
            <br />
            <Amount value={12480} size="s" />
          </div>
          <div className="grow">
            <small>ポイント</small>
            <br />
            <Amount value={3215} unit="pt" size="s" />
          </div>
          <ButtonLink variant="secondary" size="s" render={link}>
            チャージ
          </ButtonLink>
        </Card>
      </main>
      <BottomBar
        label="主要メニュー"
        items={[
          { label: 'ホーム', icon: iconHome, render: link },
          { label: 'ストア', icon: iconStore, render: link },
          { label: '残高', icon: iconWallet, render: link },
          { label: 'マイページ', picture: <Avatar name="桐生 まどか" size={26} />, render: link },
        ]}
        pay={{ label: 'QR支払い', current: true, render: link }}
      />
    </>
  )
}
