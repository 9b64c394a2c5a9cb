import type { LegalText } from './legal-text.ts'

export const secondhand: LegalText = {
  slug: 'secondhand',
  title: '古物営業法に基づく表示',
  summary: ['銀製品の買取と中古品の販売について、古物営業法に基づき表示します。'],
  sections: [
    {
      heading: '許可の表示',
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['氏名または名称', '株式会社ツキシロ銀工舎'],
            ['許可をした公安委員会', '石川県公安委員会'],
            ['許可番号', '第000000000000号（見本）'],
            ['取り扱う古物', '時計・宝飾品類'],
          ],
        },
      ],
    },
    {
      heading: '買取について',
      blocks: [
        {
          kind: 'list',
          items: [
            '買取は直営店の店頭でのみ承ります。訪問・宅配での買取は行いません。',
            '18歳未満の方からの買取はできません。',
            '法令により、お名前・ご住所・ご職業・年齢を本人確認書類で確認し、取引の内容とあわせて記録します。',
          ],
        },
      ],
    },
  ],
}
