import type { Config } from '@shirogane/api/config'
import { tryPort } from './ports.ts'
import { Sentence } from './progress.ts'

type Command = 'npm start' | 'npm run dev'

/** Refuses a port that cannot be listened on, and says how to take another. */
export async function checkPort(port: number, config: Config, command: Command): Promise<void> {
  await tryPort(port, config.host).catch(async (error: unknown) => {
    throw await explainListening(error, config, command)
  })
}

/** What listening failed with, as a sentence where the reader can do something about it. */
export async function explainListening(error: unknown, config: Config, command: Command): Promise<unknown> {
  const { host, port: main, cards } = config
  const { code, port = main } = error as { code?: string; port?: number }
  const name = port === cards?.port ? 'CARD_PORT' : 'PORT'
  if (code === 'EADDRINUSE') {
    const free = await findFree(port, host)
    return new Sentence(
      `Port ${port} is taken by another program (or another Shirogane): stop that, or choose another port with ${name}=${free} ${command}.`,
    )
  }
  if (code === 'EACCES') {
    return new Sentence(
      `This user may not listen on port ${port}: choose one from 1024 up, such as ${name}=${name === 'PORT' ? 3000 : 3001} ${command}.`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Sentence(
      `HOST is ${host}, which is no address of this machine: unset it, or set it to 0.0.0.0.`,
    )
  }
  return error
}

const apart = 10
const triesMax = 20

/** A port that is free together with the next one, where the card form stands: right beside a Shirogane is its own. */
async function findFree(taken: number, host: string): Promise<number> {
  const highest = 65_534
  const from = taken + apart * triesMax > highest ? 3000 : taken
  for (let port = from + apart; port <= from + apart * triesMax; port += apart) {
    const isFree = await Promise.all([tryPort(port, host), tryPort(port + 1, host)]).then(
      () => true,
      () => false,
    )
    if (isFree) return port
  }
  return from + apart
}
