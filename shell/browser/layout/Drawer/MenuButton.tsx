import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { PublicConfig } from 'site/config';
import { overlayStore } from '../overlay-store';
import styles from './MenuButton.module.css';

const importDrawer = () => import(/* webpackChunkName: "drawer" */ './Drawer');
const Drawer = lazy(() => importDrawer().then((module) => ({ default: module.Drawer })));

interface MenuButtonProps {
  config: PublicConfig;
  /** Path of the page shown. */
  path: string;
}

/** Opens the drawer, which is fetched when a finger comes near. */
export function MenuButton({ config, path }: MenuButtonProps) {
  const open = useSyncExternalStore(
    overlayStore.subscribe,
    () => overlayStore.get().drawer,
    () => false,
  );
  const setOpen = (drawer: boolean) => overlayStore.set({ drawer });
  return (
    <>
      <button
        type="button"
        className={styles.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void importDrawer().catch(() => {})}
      >
        <svg viewBox="0 0 24 16" aria-hidden="true">
          <path d="M1 2h22M1 8h22M1 14h14" stroke="currentColor" strokeWidth="2" strokeDasharray="5 1.6" />
        </svg>
        Menu
      </button>
      <Suspense>{open && <Drawer config={config} path={path} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
