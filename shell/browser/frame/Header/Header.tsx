import { useState } from 'react';
import type { PublicConfig } from 'site/config';
import { MenuButton } from '../Drawer/MenuButton';
import { AskButton } from './AskButton';
import { Brand } from './Brand';
import styles from './Header.module.css';
import { MainNav } from './menu/MainNav';
import { TopBar } from './TopBar';
import { useCondensed } from './useCondensed';

interface HeaderProps {
  config: PublicConfig;
  /** Path of the page shown. */
  path: string;
}

/** Top bar and navigation; sticks to the top and condenses once the page is scrolled. */
export function Header({ config, path }: HeaderProps) {
  const { company, navigation } = config;
  const condensed = useCondensed();
  const [moves, setMoves] = useState(false);
  if (condensed && !moves) setMoves(true);
  return (
    <header className={styles.header} data-condensed={condensed || undefined} data-moves={moves || undefined}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <TopBar company={company} />
      <div className={styles.row}>
        <Brand name={company.name} since={company.since} />
        {condensed && <AskButton />}
        <MainNav menu={navigation.menu} path={path} />
        <MenuButton config={config} path={path} />
      </div>
    </header>
  );
}
