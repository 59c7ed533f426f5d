import type { Locator } from 'playwright-core';

/** Drops a file onto an element as the system's file manager does. */
export async function dropFile(onto: Locator, path: string): Promise<void> {
  await onto.scrollIntoViewIfNeeded();
  const box = await onto.boundingBox();
  if (!box) throw new Error('The element is not on the page.');
  const devtools = await onto.page().context().newCDPSession(onto.page());
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const at = { x: box.x + 40, y: box.y + 20, data };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at });
  await devtools.detach();
}
