import { limits } from '@shirogane/contract/rules/limits'
import { clientEvents, namespaces } from '@shirogane/contract/wire/events'

const minutes = limits.accessTokenTtlSeconds / 60
/** What stands before the calls. */
export const guide = `
## はじめに

\`POST /v1/auth/login\` に \`X-Client-Type: api\` を付けると、\`access_token\` と \`refresh_token\` が本文で返ります。以後は \`Authorization: Bearer <access_token>\` を付けます。有効期間は${minutes}分で、切れる前に \`PATCH /v1/auth/refreshAccessToken\`（\`{ "refresh_token": … }\`）で更新します。更新では、\`Authorization\` に同じセッションのアクセストークンを付けたままにします。本文のリフレッシュトークンは、更新でもログアウト（\`PATCH /v1/auth/logout\`）でも、ヘッダーの有無にかかわらずそのセッションのものとして扱われます。ブラウザでは、リフレッシュトークンは本文ではなくCookieで渡されます。

## 決まりごと

- 金額は円、ポイントはポイント単位の整数です。日時はUTCのISO 8601、営業日は日本時間の \`YYYY-MM-DD\` です。
- 失敗の理由は \`code\` で判別してください。\`error\` と \`message\` は同じ文で、そのまま画面に表示できます。入力項目ごとの文は \`fields\` にあります。401は、アクセストークンがない・切れた・無効になったときだけ返ります。
- お金・ポイント・在庫を動かす呼び出しには \`Idempotency-Key\` が必要です。ないと \`IDEMPOTENCY_KEY_REQUIRED\`（400）で、何も動きません。1回の操作に1つで、再送では同じ値を送ると、最初の結果が \`Idempotency-Replayed: true\` とともにもう一度返ります。本文が違うと \`IDEMPOTENCY_KEY_REUSED\` です。
- 応答が届かなかったときの確かめ方は、書き込む呼び出しごとに \`x-lost-answer\` にあります。\`key\`：同じ \`Idempotency-Key\` で送り直す。\`again\`：同じ内容で送り直せば同じ結果になる。\`anew\`：送り直すともう一度行われるが、差し支えない（認証コードの再送など）。\`next\`：続く操作が通るかどうかで分かる。それ以外：一度きりの操作で、ここにある呼び出しに聞けば分かる。
- 一覧は \`page\`（1から）と \`limit\`（1〜100）を受け取り、新しい順に \`{ items, page, limit, total, total_capped, next_page }\` を返します。\`total\` は${limits.listTotalCap.toLocaleString('en-US')}件で打ち切られ、そのとき \`total_capped\` が \`true\` です。
- 本文の知らない項目は400で断り、知らないクエリは無視します。

## リアルタイム

Socket.IO（\`/socket.io\`）で、接続時に \`auth.token\` にリフレッシュトークンを渡します。部屋に入るイベントを送ると \`{ ok: true }\` か \`{ ok: false, code }\` が返ります。届くのは確定したことだけで、断られた会計を伝える \`purchaseRefused\` だけが、何も動かないままその場で届きます。同じ \`event_id\` は一度だけ扱ってください。届く内容は、下のスキーマ \`event_…\` にあります。

| 名前空間 | 部屋に入る |
| --- | --- |
${namespaces.map((name) => `| \`${name}\` | \`${clientEvents[name]}\` |`).join('\n')}
`.trim()

export const text = {
  error: '画面に表示できる文',
  message: 'errorと同じ文',
  fields: '入力項目ごとの文',
  whoMayCall: (who: readonly string[]) => `利用できる人: ${who.join(', ')}`,
  success: '成功',
  clientType:
    'ログインするプログラムが付けます。付けると `refresh_token` にリフレッシュトークンそのものが返り、Cookieは使いません。付けない場合と、ブラウザからの呼び出しでは、リフレッシュトークンはCookieで渡され、本文には識別子だけが返ります。',
  requestedBy:
    'Cookieで更新し、本文に識別子を付けないときに必要です。本文にリフレッシュトークンがあれば要りません。',
  key: (isRequired: boolean) =>
    `1回の操作に1つ。再送では同じ値を送ると、最初の結果がもう一度返ります。${
      isRequired
        ? 'ないと何も行わずに400で断ります。'
        : '会計を確定・修正する要求では必須で、ないと400で断ります。コードの読み取り・編集・保留・取消では要りません。'
    }`,
} as const
