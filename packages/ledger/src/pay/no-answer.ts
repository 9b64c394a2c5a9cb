/**
 * The database took a statement in and did not answer in time: whether it is done is not known, and the connection is
 * given up, so that a late answer is not delivered. The sender gives its connections the deadline.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'

  constructor() {
    super('The database did not answer in time')
  }
}
