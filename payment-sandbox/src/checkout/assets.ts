import { readFile } from 'node:fs/promises';

/** What browsers are given, as built: the script for the merchant's page, and the frame's script and style. */
export interface Assets {
  checkout: string;
  frame: string;
  styles: string;
}

/** Reads the built files from a folder. @throws when the package has not been built */
export async function readAssets(folder: URL): Promise<Assets> {
  const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');
  const [checkout, frame, styles] = await Promise.all([read('checkout.js'), read('frame.js'), read('frame.css')]);
  return { checkout, frame, styles };
}
