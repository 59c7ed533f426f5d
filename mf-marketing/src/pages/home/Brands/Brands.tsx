import { LogoWall } from 'shared-ui/LogoWall';
import { Section } from 'shared-ui/Section';
import { StatRow } from 'shared-ui/StatRow';
import { useFill } from 'site/remote';
import { home } from '../../../content/home';
import styles from './Brands.module.css';

/** The marks of those we dress, and the five numbers that stand behind them. */
export function Brands() {
  const fill = useFill();
  const { heading, logos, stats } = home.brands;
  return (
    <Section ground="cloth" heading={heading} stitch="top">
      <LogoWall label={heading} logos={logos} />
      <div className={styles.stats}>
        <StatRow stats={stats.map(({ value, label }) => ({ value: fill(value), label }))} />
      </div>
    </Section>
  );
}
