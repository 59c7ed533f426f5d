import { type LevelWithSilent, pino } from 'pino';

/** One line of JSON per event: no addresses, no query strings, nothing of a visitor. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, details?: Record<string, unknown>) => void;

/** @param level below which nothing is written */
export function jsonLog(level: LevelWithSilent): Log {
  const logger = pino({
    level,
    base: { app: 'composer' },
    messageKey: 'event',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  });
  return (at, event, details = {}) => logger[at](details, event);
}

export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
