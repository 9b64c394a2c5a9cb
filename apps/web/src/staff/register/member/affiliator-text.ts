export const text = {
  open: '紹介',
  openLabel: '紹介（アフィリエーターに登録）',
  title: 'アフィリエーター登録',
  lead: (name: string) =>
    `${name}様をアフィリエーターに登録します。参加は無料で、お買い物の条件はありません。`,
  consentLabel: 'お客さまの同意',
  consent: 'お客さまに規約をご案内し、同意をいただきました',
  needed: 'お客さまの同意をご確認ください。',
  act: '登録する',
  done: 'アフィリエーター登録に成功しました。',
  version: (version: string) => `アフィリエーター規約 第${version}版`,
} as const
