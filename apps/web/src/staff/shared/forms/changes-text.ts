export const changesText = {
  history: '変更の履歴',
  acts: {
    'campaign.create': '作成しました',
    'campaign.change': '変更しました',
    'level.change': '変更しました',
  } as Readonly<Record<string, string>>,
  yes: 'あり',
  no: 'なし',
  unlimited: 'なし',
} as const
