import { useSyncExternalStore } from 'react';
import type { PublicConfig } from 'site/config';
import type { ShellApi } from 'site/shell';
import { Frame } from './Frame';
import { Overlays } from './Overlays/Overlays';
import { usePath } from './usePath';

interface LiveFrameProps {
  config: PublicConfig;
  shell: ShellApi;
  /** Path that the server rendered. */
  initialPath: string;
}

// One object for good: React would empty what the server made if it ever saw another.
const UNTOUCHED = { __html: '' };

/** The frame in the browser: it follows the address and shows what lies over the page. */
export function LiveFrame({ config, shell, initialPath }: LiveFrameProps) {
  const path = usePath(initialPath);
  // The server makes no overlays; the first render in the browser must be the same.
  const hydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <Frame config={config} path={path} main={UNTOUCHED} footer={UNTOUCHED}>
      {hydrated && <Overlays config={config} shell={shell} />}
    </Frame>
  );
}
