import type { AppName } from '@wholepage/contracts/version';
import { createPreview, LONGEST_PREVIEW_MS, previewIdOf, withdrawPreview } from '@wholepage/releases/preview/preview';
import type { Trust } from '@wholepage/releases/trust/trust';
import { pageOf, previewAddress, siteOrigin } from '../release/previews';
import type { CodeHost, Picture } from './code-host';
import { type Compared, commentText, type GateResult } from './comment-text';
import { pictureName, type Wanted, WIDTHS } from './take-pictures';

/** What a change is shown with. */
export interface ChangeTools {
  host: CodeHost;
  /** The store. */
  place: string;
  trust: Trust;
  /** Builds and publishes an app. @returns its version */
  publish(app: AppName): Promise<string>;
  gate(app: AppName, version: string): Promise<GateResult>;
  takePictures(pages: readonly Wanted[]): Promise<Picture[]>;
}

/** Ends the preview of a pull request, if it has one. @param why a sentence for its comment */
export async function endPreview({ host, place, trust }: ChangeTools, why: string): Promise<void> {
  await withdrawPreview(place, previewIdOf(host.of, trust), trust).catch((error: { refusal?: string }) => {
    if (error.refusal !== 'not-found') throw error;
  });
  if (!(await host.hasComment())) return;
  await host.keepPictures([]);
  await host.comment(why);
}

/** Shows what a pull request makes of these apps: one preview and one comment for all its pushes. */
export async function showPreview(tools: ChangeTools, apps: readonly AppName[]): Promise<void> {
  const { host, place, trust } = tools;
  if (apps.length === 0) return endPreview(tools, 'This change touches no app: there is nothing to preview.');
  const releases: Record<string, string> = {};
  for (const app of apps) releases[app] = await tools.publish(app);
  const { id, until } = await createPreview(place, releases, { of: host.of, lastsMs: LONGEST_PREVIEW_MS, trust });
  const address = await previewAddress(place, releases, id, trust);
  const gates: GateResult[] = [];
  for (const [app, version] of Object.entries(releases)) gates.push(await tools.gate(app, version));
  const pages: { app: string; path: string }[] = [];
  for (const [app, version] of Object.entries(releases))
    pages.push({ app, path: await pageOf(place, { [app]: version }, trust) });
  const taken = await tools.takePictures(
    pages.flatMap(({ app, path }) => [
      { name: `${app}-before`, url: siteOrigin() + path },
      { name: `${app}-after`, url: `${new URL(address).origin}${path}?preview=${id}` },
    ]),
  );
  const kept = await host.keepPictures(taken);
  const compared = pages.flatMap(({ app, path }) =>
    WIDTHS.map((width): Compared => {
      const of = (side: string) => kept.get(pictureName(`${app}-${side}`, width)) ?? '';
      return { what: `${path} at ${width}`, before: of('before'), after: of('after') };
    }),
  );
  await host.comment(commentText(address, until, gates, compared));
  console.log(address);
}
