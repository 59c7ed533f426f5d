/** First segments of the API's addresses for those who run it. They have a port of their own; visitors are refused them. */
export const PRIVATE_API_NAMES: readonly string[] = ['metrics', 'healthz', 'readyz', 'site', 'office'];
