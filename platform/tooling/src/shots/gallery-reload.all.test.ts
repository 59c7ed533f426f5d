import { copyWorkspace, type WorkspaceCopy } from '../testing/workspace-copy';
import { type RunningGallery, startGallery } from './shots';

jest.setTimeout(60_000);

let sources: WorkspaceCopy;
let gallery: RunningGallery;
beforeAll(async () => {
  sources = await copyWorkspace();
  gallery = await startGallery(sources.root);
});
afterAll(async () => {
  gallery.stop();
  await sources.remove();
});

/** Name of the next event that an open page receives. */
async function nextOf(events: AsyncIterable<string>): Promise<string | undefined> {
  for await (const text of events) {
    const [, event] = /event: (\w+)/.exec(text) ?? [];
    if (event) return event;
  }
  return undefined;
}

test('an open gallery reloads when a style was changed, and shows it', async () => {
  const { body } = await fetch(`${gallery.url}/esbuild`, { headers: { accept: 'text/event-stream' } });
  if (!body) throw new Error('The gallery has no events.');
  const style = 'display: grid; outline: 3px solid red;';
  await sources.edit('shared-ui/src/components/Banner/Banner.module.css', 'display: grid;', style);
  expect(await nextOf(body.pipeThrough(new TextDecoderStream()))).toBe('change');
  expect(await (await fetch(`${gallery.url}/main.css`)).text()).toContain('outline: 3px solid red');
});
