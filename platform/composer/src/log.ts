import { type LevelWithSilent, pino } from 'pino';

/** Logs one line of JSON an event, without addresses, query strings or data of visitors. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, details?: Record<string, unknown>) => void;

/** @param level below which nothing is written */
export function jsonLog(level: LevelWithSilent): Log {
  const logger = pino({
    level,
    base: null,
    messageKey: 'event',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  });
  return (at, event, details = {}) => logger[at]({ app: 'composer', ...details }, event);
}

export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
