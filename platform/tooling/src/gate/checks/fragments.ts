import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { ReleaseFragment } from '@wholepage/contracts/render';
import { type Check, type Fault, type GateContext, kB } from '../check';
import { type AskedAddress, fragmentsOf, type PlacedFragment } from './addresses';
import { brotliOf } from './files';

/** Bytes after brotli that one fragment may add to each page with it. */
const BUDGET = { scripts: 30_000, styles: 10_000 };
/** The most different props of live users that are tried for each fragment. */
const MOST_PROPS = 20;
const TIMEOUT_MS = 10_000;

const sizeFaults = (manifest: ReleaseManifest, { name, js, css }: ReleaseFragment): Fault[] =>
  (
    [
      ['scripts', js, BUDGET.scripts],
      ['styles', css, BUDGET.styles],
    ] as const
  )
    .filter(([, files, budget]) => brotliOf(manifest, files) > budget)
    .map(([kind, files, budget]) => ({
      where: `${manifest.app}/${name}`,
      what: `It adds ${kind} of ${kB(brotliOf(manifest, files))} to each page; ${budget / 1000} kB are allowed.`,
      todo: 'Load what is first touched later with import().',
    }));

/** Requests the fragment by itself, with a live page's props. @returns the fault in few words; undefined for none */
async function alone(origin: string, { of, props }: PlacedFragment): Promise<string | undefined> {
  const query = new URLSearchParams({ ...(props && { props }), set: '', key: 'gate1' });
  const response = await fetch(`${origin}/_fragments/${of}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return undefined;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  return `Alone it answers ${response.status}${error ? ` (${error})` : ''}`;
}

/** True while its place still shows the fallback. The first render may have waited too long for its process to start. */
const isMissing = async (origin: string, { fragment: { of, props, state }, page }: User): Promise<boolean> =>
  state === 'fallback' &&
  (await fragmentsOf(origin, page.path)).some(
    (one) => one.of === of && one.props === props && one.state === 'fallback',
  );

interface User {
  fragment: PlacedFragment;
  page: AskedAddress;
}

async function* userFaults(context: GateContext, users: readonly User[]): AsyncGenerator<Fault> {
  const { composer } = await context.site();
  for (const { fragment, page } of users) {
    const why = await alone(composer.origin, fragment);
    if (why === undefined && !(await isMissing(composer.origin, { fragment, page }))) continue;
    const reasons = composer.fragmentErrors(fragment.of);
    yield {
      where: `${fragment.of} on ${page.path}`,
      what: `${why ?? 'The page shows its fallback'}${reasons[0] ? `: ${reasons[0]}` : ''}, with the props ${fragment.props || '{}'}.`,
      todo: 'Go on taking the props that live pages pass: they are released by other teams.',
    };
  }
}

export const fragments: Check = {
  name: 'fragments',
  holds: 'each of its fragments works alone and on every live page that holds it; no page nests them too deep',
  async *run(context) {
    const { manifest } = context.candidate;
    const { own, others } = await context.addresses();
    const { composer, api } = await context.site();
    const ours = [...own, ...others].flatMap((page) =>
      page.fragments.filter(({ of }) => of.startsWith(`${manifest.app}/`)).map((fragment) => ({ fragment, page })),
    );
    for (const declared of manifest.fragments) {
      yield* sizeFaults(manifest, declared);
      const of = `${manifest.app}/${declared.name}`;
      const places = ours.filter(({ fragment }) => fragment.of === of);
      if (places.length === 0)
        context.note(`${of}: no live page holds it; it was tried without props only by its team.`);
      const distinct = new Map(places.map((place) => [place.fragment.props, place] as const));
      for (const place of places) if (place.fragment.state === 'fallback') distinct.set(place.fragment.props, place);
      // While the API is down, a fragment that needs it rightly shows its fallback.
      if (api !== 'down') yield* userFaults(context, [...distinct.values()].slice(0, MOST_PROPS));
    }
    for (const { fragment, path, reason } of composer.nesting())
      yield {
        where: `${fragment} on ${path}`,
        what: `It is left out, for ${/^deeper/.test(reason) ? 'it is ' : ''}${reason}.`,
        todo: 'Place fragments no deeper than three, and none within itself.',
      };
    for (const { fragment, page } of ours)
      if (!manifest.fragments.some(({ name }) => fragment.of === `${manifest.app}/${name}`))
        yield {
          where: page.path,
          what: `It holds ${fragment.of}, which this release does not declare.`,
          todo: 'Go on declaring it until no live page holds it.',
        };
  },
};
