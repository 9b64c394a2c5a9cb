export const statementTitle = '支払明細書'
/** The law takes a statement for the payee's own invoice once they could object and did not. */
export const statementObjection =
  '記載内容に誤りがある場合は14日以内にお知らせください。連絡がない場合は確認いただいたものとします。'
