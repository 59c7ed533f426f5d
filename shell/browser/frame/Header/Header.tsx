import type { PublicConfig } from 'site/config';
import { MenuButton } from '../Drawer/MenuButton';
import { AskButton } from './AskButton';
import { Brand } from './Brand';
import styles from './Header.module.css';
import { MainNav } from './menu/MainNav';
import { TopBar } from './TopBar';

interface HeaderProps {
  config: PublicConfig;
  /** Path of the page shown. */
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
        <MainNav menu={navigation.menu} path={path} />
        <AskButton />
        <MenuButton config={config} path={path} />
      </div>
    </header>
  );
}
