import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { SHIPPED_RULES } from '../start-cluster';

const LOOK_EVERY_MS = 500;

/** The shipped alarms with seconds in place of their minutes: what waits for ten minutes would outlast the test. */
export const quickRules = (): string =>
  readFileSync(SHIPPED_RULES, 'utf8')
    .replaceAll(/\[\d+m\]/g, '[15s]')
    .replaceAll(/for: \d+m/g, 'for: 2s');

interface Alert {
  state: 'pending' | 'firing';
  labels: { alertname: string };
}

async function firing(prometheus: string): Promise<Set<string>> {
  const answer = await fetch(`${prometheus}/api/v1/alerts`);
  const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
  return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
}

/** @returns seconds until the alarm fires, or no longer does; undefined when that did not happen in time */
export async function alarmIs(
  prometheus: string,
  name: string,
  wanted: boolean,
  patienceMs: number,
): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < patienceMs) {
    if ((await firing(prometheus)).has(name) === wanted) return Math.round((performance.now() - began) / 1000);
    await wait(LOOK_EVERY_MS);
  }
  return undefined;
}
