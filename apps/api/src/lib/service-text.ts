/** What the service is called where its brand has written down no name. */
export const serviceName = 'しろがね'
