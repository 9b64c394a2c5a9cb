import { useEffect } from 'react'
import { Amount } from '../src/data/Amount.tsx'
import { Button } from '../src/actions/Button.tsx'
import { Card } from '../src/layout/Card.tsx'
import { Glints } from '../src/icons/Glints.tsx'
import { iconGift } from '../src/icons/icons.ts'
import { SuccessBackdrop } from '../src/states/SuccessBackdrop.tsx'
import { SuccessCheck } from '../src/states/SuccessCheck.tsx'
import { useToast } from '../src/overlays/use-toast.ts'

export function SuccessFrame() {
  const toast = useToast()
  useEffect(() => toast({ message: 'ランクが上がりました！', icon: iconGift, duration: 60_000 }), [toast])
  return (
    <main
      style={{ position: 'relative', isolation: 'isolate', minHeight: '100dvh', padding: '108px 16px 0' }}
    >
      <SuccessBackdrop />
      <div style={{ position: 'absolute', inset: '0 0 auto', height: 320 }}>
        <Glints />
      </div>
      <div style={{ display: 'grid', justifyItems: 'center', textAlign: 'center' }}>
        <SuccessCheck />
        <h1 style={{ fontSize: 20, margin: '20px 0 10px', letterSpacing: '.04em' }}>
          お支払いが完了しました
        </h1>
        <Amount value={8800} size="hero" />
        <p style={{ marginTop: 8, fontSize: 14, color: 'var(--ink-2)' }}>銀座本店・2026/11/20(金) 14:32</p>
      </div>
      <Card raised style={{ marginTop: 22, padding: 18 }}>
        <div className="between">
          残高から <Amount value={8800} size="row" />
        </div>
      </Card>
      <div style={{ position: 'absolute', inset: 'auto 16px 22px' }}>
        <Button block>閉じる</Button>
        <Button variant="quiet" block>
          取引の詳細を見る
        </Button>
      </div>
    </main>
  )
}
