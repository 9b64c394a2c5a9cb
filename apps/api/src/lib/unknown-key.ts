/** Something was encrypted with a key that this process was not told of: another one, or a later start, may read it. */
export class UnknownKey extends Error {
  constructor(id: string) {
    super(`This was encrypted with the secret key ${id}, which is not given`)
  }
}
