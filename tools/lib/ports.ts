import { once } from 'node:events'
import { createServer } from 'node:net'

/** Rejects with what listening there would fail with: the port is taken, or not for this user. */
export async function tryPort(port: number, host: string): Promise<void> {
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
