/** What is wrong with an application, beside its field. */
export const text = {
  differs: '登録内容と一致しません。登録内容をご確認ください。',
  noPicture: '書類の画像を撮影してください。',
  severalKinds: '書類を1種類だけ選んでください。',
  noBackOfMyNumber: 'マイナンバーカードの裏面は送信できません。',
  notNeeded: 'この書類に必要のない画像が含まれています。',
  twice: '同じ画像が2枚含まれています。',
  missing: '撮影していない画像があります。',
  profileMissing: '氏名・フリガナ・生年月日・住所を登録してください。',
} as const
