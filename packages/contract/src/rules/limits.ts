/** A namespace and not an object: values that no module reads are left out of the built app. */
export * as limits from './limit-values.ts'
