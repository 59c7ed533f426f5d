import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote } from '@wholepage/releases/promote';
import { fixtureStore, writeRelease } from '../../../platform/composer/src/testing/fixture-store';

/** How long each fragment's back end takes, in ms; 0 never answers. */
const TEAMS = {
  explore: { header: 20, list: 90 },
  checkout: { price: 60, basket: 40 },
  inspire: { ideas: 0 },
};

const slot = (of: string): string => `<fragment-slot data-fragment="${of}"></fragment-slot>`;
const ON_PAGE = ['explore/header', 'explore/list', 'checkout/basket', 'inspire/ideas'].map(slot).join('');

const HOST = `export async function render({ fetch }) {
  await (await fetch('/api/wait/30')).text();
  return { status: 200, head: { title: 'Offers' }, html: '<h1>Offers</h1>' + ${JSON.stringify(ON_PAGE)}, data: null, maxAge: 0 };
}`;

const team = (waits: Record<string, number>): string => `
  const WAITS = ${JSON.stringify(waits)};
  const HOLDS = { list: ${JSON.stringify(slot('checkout/price'))} };
  export async function render() {
    return { status: 200, head: { title: 'Team' }, html: '<h1>Team</h1>', data: null, maxAge: 0 };
  }
  export async function renderFragment({ name, fetch }) {
    await (await fetch('/api/wait/' + WAITS[name])).text();
    return { html: '<p>' + name + '</p>' + (HOLDS[name] ?? ''), data: null, maxAge: 0 };
  }`;

/** A page of one team that holds fragments of three others: one holds another, and one hangs. */
export async function timelineStore(): Promise<{ store: string; data: string }> {
  const data = await mkdtemp(join(tmpdir(), 'bench-timeline-'));
  // The keys that sign the releases are made in the folder in which the composer looks for them.
  process.env.DATA_DIR = data;
  const store = await fixtureStore(HOST);
  for (const [app, waits] of Object.entries(TEAMS)) {
    const fragments = Object.keys(waits).map((name) => ({
      name,
      when: 'server',
      maxAge: 0,
      cookies: [],
      interactive: false,
      js: [],
      css: [],
    }));
    await writeRelease(store, app, '1.0.0', team(waits), { fragments });
    await promote(store, app, '1.0.0');
  }
  return { store, data };
}
