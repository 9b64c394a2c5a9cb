import { useState } from 'react'
import { AuthBar } from '../src/layout/AuthBar.tsx'
import { Button } from '../src/actions/Button.tsx'
import { Checkbox } from '../src/inputs/Checkbox.tsx'
import { Field } from '../src/inputs/form/Field.tsx'
import { iconGift } from '../src/icons/icons.ts'
import { InfoStrip } from '../src/states/InfoStrip.tsx'
import { PasswordInput } from '../src/inputs/form/PasswordInput.tsx'
import { PasswordStrength } from '../src/inputs/PasswordStrength.tsx'
import { PinInput } from '../src/inputs/PinInput.tsx'
import { Select } from '../src/inputs/Select.tsx'
import { Steps } from '../src/layout/Steps.tsx'
import { StickyFooter } from '../src/layout/StickyFooter.tsx'
import { Switch } from '../src/inputs/Switch.tsx'
import { TextInput } from '../src/inputs/form/TextInput.tsx'
import { link } from './link.tsx'

export function FormFrame() {
  const [pin, setPin] = useState('4821')
  return (
    <>
      <AuthBar renderLogo={link} onBack={() => history.back()} />
      <main className="form">
        <Steps label="登録の手順" steps={['アカウント', '会員確認', '完了']} current={0} />
        <h1>アカウントを作成</h1>
        <InfoStrip
          icon={iconGift}
          title="招待コード SR-8K2P を適用します"
          action="特典 500円"
          render={link}
        />
        <Field label="ユーザー名" need="required" ok="このユーザー名は使えます">
          <TextInput defaultValue="madoka_k" autoComplete="username" />
        </Field>
        <Field label="携帯電話番号" need="required" error="携帯電話番号は11桁で入力してください">
          <TextInput defaultValue="090-1234-567" inputMode="tel" />
        </Field>
        <Field label="メールアドレス" need="required">
          <TextInput defaultValue="madoka@example.jp" inputMode="email" />
        </Field>
        <Field label="パスワード" need="required" helper="8文字以上。英字と数字を組み合わせてください">
          <PasswordInput autoComplete="new-password" defaultValue="correct-horse" />
          <PasswordStrength level={3} />
        </Field>
        <Field label="認証コード" need="required">
          <PinInput value={pin} onChange={setPin} />
        </Field>
        <Field label="都道府県" need="optional">
          <Select defaultValue="13">
            <option value="13">東京都</option>
            <option value="26">京都府</option>
          </Select>
        </Field>
        <Field label="使えない欄">
          <TextInput disabled defaultValue="変更できません" />
        </Field>
        <Switch defaultChecked>支払いのときに振動する</Switch>
        <Switch>支払いのときに音を鳴らす</Switch>
      </main>
      <StickyFooter>
        <Checkbox defaultChecked>
          <a className="underlined" href="#top">
            利用規約
          </a>
          と
          <a className="underlined" href="#top">
            プライバシーポリシー
          </a>
          に同意します
        </Checkbox>
        <Button block>登録して次へ</Button>
      </StickyFooter>
    </>
  )
}
