import { silverDesk } from '../../resources/brand/skus.ts'
import { endpoint } from '../../wire/endpoint.ts'

export const silver = endpoint({
  name: 'admin.silver',
  call: 'GET /v1/admin/silver',
  table: 'staff',
  summary: '地金単価と、変更で変わる価格',
  right: 'catalogue.read',
  status: 200,
  output: silverDesk,
  errors: [],
})
