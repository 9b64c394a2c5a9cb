/** A namespace and not an object: what nobody reads of it is left out of the built app. */
export * as limits from './limit-values.ts'
