/** One line of JSON per event: no addresses, no query strings, nothing of a visitor. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, details?: Record<string, unknown>) => void;

export const jsonLog: Log = (level, event, details = {}) => {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, app: 'composer', event, ...details })}\n`,
  );
};

export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
