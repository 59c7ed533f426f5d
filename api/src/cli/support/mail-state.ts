/** The state of a mail, as lists show it. */
export const mailState = ({ status, fault }: { status: string; fault: string | null }): string => {
  if (status !== 'queued') return status === 'failed' ? 'GIVEN UP' : status;
  if (fault === 'server') return 'NO SERVER, waits';
  return fault ? 'REFUSED, waits' : 'waiting';
};
