// The yardstick of a read: one Fastify route with one indexed query, and nothing else.
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const app = Fastify()
app.get('/me/:id', (request) => findUser((request.params as { id: string }).id))
app.get('/readyz', () => ({ ready: true }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))

async function findUser(id: string): Promise<unknown> {
  const { rows } = await pool.query({
    name: 'me',
    text: 'select id, username, email, phone_number, avatar, verified, kyc_status, type from users where id = $1',
    values: [id],
  })
  return rows[0]
}
