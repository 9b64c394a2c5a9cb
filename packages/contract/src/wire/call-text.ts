export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A call as the tables have it, such as `GET /v1/users/me`; path parameters stand in braces. */
export function readCall(text: string): { method: Method; path: string } {
  const [method, path] = text.split(' ') as [Method, string]
  return { method, path }
}

/** A path with its parameters filled in. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${path} needs the path parameter ${key}`)
    return encodeURIComponent(value)
  })
}
