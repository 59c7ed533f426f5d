import { type ReactNode, useId } from 'react';
import grid from '../../styles/page-grid.module.css';
import stitches from '../../styles/stitched.module.css';
import { Heading } from '../Heading/Heading';
import { Label } from '../Label/Label';
import { Lead } from '../Lead/Lead';
import styles from './Section.module.css';

export interface SectionProps {
  /**
   * Layout on the twelve columns:
   * - `plain`: heading above;
   * - `aside`: heading stays in the left margin;
   * - `offset`: heading left, the rest shifted right;
   * - `split` and `split-reverse`: text beside media;
   * - `bleed`: media runs to the page's edge.
   */
  layout?: 'plain' | 'split' | 'split-reverse' | 'aside' | 'bleed' | 'offset';
  /** Colour of the ground. Adjacent sections should differ. */
  ground?: 'paper' | 'cloth' | 'ink' | 'indigo' | 'linen';
  /** Woven label above the heading. */
  label?: string;
  heading?: ReactNode;
  lead?: ReactNode;
  /** Picture or other block for the split and bleed layouts. */
  media?: ReactNode;
  id?: string;
  /** True draws running stitches that join it to the section above. */
  stitch?: boolean;
  children?: ReactNode;
}

/** A section of a page, named by its heading if it has one. */
export function Section(props: SectionProps) {
  const { layout = 'plain', ground, label, heading, lead, media, id, stitch, children } = props;
  const headingId = useId();
  const hasHead = Boolean(label || heading || lead);
  return (
    <section
      id={id}
      className={`${grid.columns} ${styles.section} ${stitch ? stitches.stitched : ''}`}
      data-layout={layout}
      data-ground={ground}
      data-stitch={stitch || undefined}
      aria-labelledby={heading ? headingId : undefined}
    >
      {hasHead && (
        <div className={styles.head}>
          {label && <Label>{label}</Label>}
          {heading && (
            <Heading level={2} id={headingId}>
              {heading}
            </Heading>
          )}
          {lead && <Lead>{lead}</Lead>}
        </div>
      )}
      {media && <div className={styles.media}>{media}</div>}
      {children && <div className={styles.body}>{children}</div>}
    </section>
  );
}
