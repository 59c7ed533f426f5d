import { useSyncExternalStore } from 'react';
import { ChatLink } from 'shared-ui/ChatLink';
import { telHref } from 'site/company-text';
import type { Company, PublicConfig } from 'site/config';
import { closeOverlays, openEnquiry, overlayStore } from '../../shell-api';
import { MenuList, SectionMenu } from '../Menu';
import { instead, later } from '../Overlays/Overlays';
import styles from './Header.module.css';
import nav from './menu/MainNav.module.css';

interface HeaderProps {
  config: PublicConfig;
  /** Path of the first page. */
  path: string;
}

/** Top bar and navigation. The navigation sticks to the window's top; the bar above it scrolls away. */
export function Header({ config, path }: HeaderProps) {
  const { company, navigation } = config;
  return (
    <header className={styles.header}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <TopBar company={company} />
      <div className={styles.row}>
        <Brand name={company.name} since={company.since} />
        <nav className={nav.nav} data-unprinted aria-label="Main">
          <MenuList
            menu={navigation.menu}
            initialPath={path}
            className={nav.list}
            accent={nav.furnishings}
            Section={SectionMenu}
          />
        </nav>
        <AskButton />
        <MenuButton config={config} />
      </div>
    </header>
  );
}

/**
 * The thin bar above the navigation: the company's name and contacts. Where number or address have no room, a word
 * replaces each; only one of the two is shown and read out.
 */
function TopBar({ company }: { company: Company }) {
  return (
    <div className={styles.topBar} data-unprinted data-ground="indigo">
      <div className={styles.topBarInner}>
        <p className={styles.company}>{company.name}</p>
        <ul className={styles.links}>
          <li>
            <a href={telHref(company.phones[0])}>
              <span className={styles.number}>{company.phones[0]}</span>
              <span className={styles.call}>Call</span>
            </a>
          </li>
          <li>
            <a href={`mailto:${company.email}`}>
              <span className={styles.address}>{company.email}</span>
              <span className={styles.kind}>Email</span>
            </a>
          </li>
          <li>
            <ChatLink company={company} />
          </li>
        </ul>
      </div>
    </div>
  );
}

/** The company's name as it is stitched on a label: a needle, its thread, the name. */
function Brand({ name, since }: { name: string; since: number }) {
  return (
    <a href="/" className={styles.brand}>
      <svg className={styles.needle} viewBox="0 0 44 44" aria-hidden="true">
        <path d="M38 4 12 34" strokeWidth="2.4" strokeLinecap="round" fill="none" stroke="currentColor" />
        <path d="M36.2 8.6 38.6 3.4 33.8 6.6Z" fill="currentColor" />
        <path
          className={styles.thread}
          d="M13 33c-5 6-10 5-9 1s9-2 14 1 12 6 16 1 6-12 5-17"
          fill="none"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeDasharray="4.5 3"
        />
      </svg>
      <span className={styles.words}>
        <span className={styles.brandName}>{name}</span>
        <span className={styles.since}>Chennai, since {since}</span>
      </span>
    </a>
  );
}

/** The button at the end of the header's line. Phones have the AskBar instead. */
function AskButton() {
  return (
    <button type="button" className={styles.ask} onClick={openEnquiry}>
      Let's Get Started
    </button>
  );
}

const loadDrawer = () => import(/* webpackChunkName: "drawer" */ '../Drawer/Drawer').then((module) => module.Drawer);
/** Without its code, the page scrolls to the links in the footer. */
const Drawer = later(loadDrawer, () => {
  closeOverlays();
  document.querySelector('footer')?.scrollIntoView();
});

/** Opens the drawer, whose code loads when the pointer enters. Until scripts run, the form leads to the links in the footer. */
export function MenuButton({ config }: Pick<HeaderProps, 'config'>) {
  const open = useSyncExternalStore(
    overlayStore.subscribe,
    () => overlayStore.get().drawer,
    () => false,
  );
  return (
    <form className={styles.menuForm} action="#footer" onSubmit={instead(() => overlayStore.set({ drawer: true }))}>
      <button
        type="submit"
        className={styles.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadDrawer().catch(() => {})}
      >
        <svg viewBox="0 0 24 16" aria-hidden="true">
          <path d="M1 2h22M1 8h22M1 14h14" stroke="currentColor" strokeWidth="2" strokeDasharray="5 1.6" />
        </svg>
        Menu
      </button>
      {open && <Drawer config={config} />}
    </form>
  );
}
