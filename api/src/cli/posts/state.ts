/** What visitors see of a post now. */
export const stateOf = (status: string, publishedAt: Date): string => {
  if (status === 'draft') return 'draft';
  return publishedAt.getTime() > Date.now() ? 'from then on' : 'shown';
};
