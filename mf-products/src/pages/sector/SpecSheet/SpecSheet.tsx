import { useRemote } from '@wholepage/remote-kit';
import { useRef } from 'react';
import { Button } from 'shared-ui/Button';
import type { SiteEnvironment } from 'site/remote';
import type { SectorRecord } from '../../../content/records';
import styles from './SpecSheet.module.css';

interface SpecSheetProps {
  record: SectorRecord;
  /** The sector, or the one product that the page is about. */
  title: string;
}

/** Marks the element that is printed alone: the shell's styles leave everything else out. */
const PRINTED = 'data-printed-alone';

const printAlone = (sheet: HTMLElement | null) => {
  sheet?.setAttribute(PRINTED, '');
  window.addEventListener('afterprint', () => sheet?.removeAttribute(PRINTED), { once: true });
  window.print();
};

/** One page to print or save: letterhead, demands on the cloth, and for each role a box to tick and a number to fill in. */
export function SpecSheet({ record, title }: SpecSheetProps) {
  const { company } = useRemote<SiteEnvironment>().config;
  const { ambience, industries, shared } = record.content;
  const { sheet } = shared;
  const place = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className={styles.take} data-unprinted>
        <p>{sheet.invitation}</p>
        <Button variant="secondary" onClick={() => printAlone(place.current)}>
          {sheet.take}
        </Button>
      </div>
      <div ref={place} className={styles.sheet} aria-hidden="true">
        <p className={styles.letterhead}>
          <strong>{company.name}</strong>
          <span>{company.address.filter((line) => line !== company.name).join(' · ')}</span>
          <span>
            {company.phones[0]} · {company.email}
          </span>
        </p>
        <p className={styles.title}>
          {sheet.title}: {title}
        </p>
        <p className={styles.blanks}>
          {sheet.blanks.map((blank) => (
            <span key={blank}>{blank}</span>
          ))}
        </p>
        <dl className={styles.lines}>
          {ambience.label.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ul className={styles.roles}>
          {industries.images.map((role) => (
            <li key={role.title}>
              <strong>{role.title}</strong> {role.text}
            </li>
          ))}
        </ul>
        <p className={styles.swatches}>
          {sheet.swatches.map((swatch) => (
            <span key={swatch}>{swatch}</span>
          ))}
        </p>
      </div>
    </>
  );
}
