/** How far an order is, in words an owner uses. */
const ORDER: Readonly<Record<string, readonly [text: string, kind: string]>> = {
  created: ['Not paid', 'plain'],
  attempted: ['Tried to pay', 'warn'],
  failed: ['Payment failed', 'warn'],
  expired: ['Given up', 'plain'],
  authorized: ['Bank agreed', 'accent'],
  paid: ['Paid', 'good'],
  partially_refunded: ['Refunded in part', 'accent'],
  partly_refunded: ['Refunded in part', 'accent'],
  refunded: ['Refunded', 'plain'],
  disputed: ['Disputed', 'bad'],
};

export const orderWords = (status: string | null): { text: string; kind: string } => {
  if (status === null) return { text: 'No order', kind: 'plain' };
  const [text, kind] = ORDER[status] ?? [status, 'plain'];
  return { text, kind };
};

export const COURSE_STATUS = [
  ['open', 'Open'],
  ['full', 'Full'],
  ['closed', 'Closed'],
] as const;
